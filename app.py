"""Entry point of the web app: ``streamlit run app.py``."""

from components.router import route

route()
