"""The few rules of style outside components, and titles for those who do not see the page.

Streamlit writes the words on a primary button in white whatever the primary colour is, and white
on the light blue of the dark theme is too pale to read. The page's own ground colour is legible
on it in both themes. Colours are named for both at once, so that they turn with the theme and
need no run of the script.

Streamlit's own download of a table writes names that begin with "=" as they are, and a
spreadsheet runs them as formulas. Every table has a button of ours that makes them harmless
(:mod:`components.export.table_download`), so the other one goes; cells can still be copied.

The graph is what pages are about, so their margins are narrower than Streamlit's.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from components import state
from components.colours import palette
from components.text import html_text

_RULES: Final = """<style>
/* The ground behind the app, which shows where a page is pulled; the theme it was drawn in. */
:root {{ color-scheme: {scheme}; }}
[data-testid="stBaseButton-primary"]:not(:disabled) {{ color: {colour}; }}
[data-testid="stElementToolbarButton"]:has(button[aria-label^="Download as CSV"]) {{
  display: none;
}}
@media (min-width: 768px) {{
  [data-testid="stMainBlockContainer"] {{ padding-left: 2.5rem; padding-right: 2.5rem; }}
}}
[data-testid="stElementContainer"]:has(.spoken-title) {{ position: absolute; }}
:is(.st-key-{theme_watch}, .st-key-{one_entry}) {{
  position: absolute; width: 1px !important; opacity: 0; pointer-events: none;
}}
:is(.st-key-{theme_watch}, .st-key-{one_entry}) * {{ overflow: hidden !important; }}
.spoken-title {{
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}}
/* The pane that scrolls takes the focus of a click on empty ground: no frame around it all. */
[data-testid="stMain"]:focus, [data-testid="stMain"]:focus-visible {{ outline: none; }}
/* Run stays in sight, whatever is unfolded above it; the line says that there is more. */
[data-testid="stLayoutWrapper"]:has(> .st-key-{run_bar}) {{
  position: sticky; bottom: 0; z-index: 2; background: {surface};
}}
.st-key-{run_bar} {{ border-top: 1px solid {line}; padding: 0.6rem 0 0.75rem; }}
[data-testid="stSidebarContent"]:has(.st-key-{run_bar}) {{ scroll-padding-bottom: 5rem; }}
[data-testid="stSidebarUserContent"]:has(.st-key-{run_bar}) {{ padding-bottom: 1rem; }}
.st-key-{status_row} {{ min-height: 74px; }}
.st-key-{beside_asked} > :last-child {{ order: -1; }}
.st-key-{exports} {{ width: min(38rem, 86vw); }}
/* As high as fields and buttons, so that what stands beside each other has one line of text. */
[data-testid="stMain"] [data-testid="stButtonGroup"] > div > button {{ min-height: 2.5rem; }}
/* What is chosen ends in a mark where it is cut; what can be chosen is wider than a narrow box. */
[data-testid="stSelectbox"] input {{ text-overflow: ellipsis; }}
[data-testid="stSelectboxVirtualDropdown"] {{
  width: max-content !important; min-width: var(--trigger-width); max-width: min(34rem, 90vw);
}}
[data-testid="stSelectboxVirtualDropdown"] [role="option"] > div {{
  display: block; overflow: hidden; text-overflow: ellipsis;
}}
.st-key-{large_text} h2 {{ font-size: 1.7rem; }}
.st-key-{large_text} p {{ font-size: 1.3rem; line-height: 1.4; }}
[class*="st-key-{large_answer}"] {{ --gesncd-type: 17px; }}
[class*="st-key-{large_answer}"] p {{ font-size: 1.2rem; line-height: 1.4; }}
/* Large type around the graph shall not make the graph itself smaller than it is without. The
   stage's own style names the size of large type only while type is large. */
html:not(.gesncd-full) .st-key-{stage}[style*="--gesncd-type"] {{ --gesncd-least: 440px; }}
/* Replay's full screen: nothing but the lesson. */
html.gesncd-full [data-testid="stSidebar"], html.gesncd-full [data-testid="stHeader"],
html.gesncd-full [data-testid="stExpandSidebarButton"] {{ display: none; }}
html.gesncd-full [data-testid="stMainBlockContainer"] {{ padding: 0.75rem 1.25rem 0.5rem; }}
/* Seen from the last row, type is as large as the screen is high: about 2 % of it for the
   smallest lines, which are sets in the panel. The stage's own style is for a page. */
html.gesncd-full .st-key-{stage} {{
  --gesncd-type: max(17px, 2vh) !important; --gesncd-panel-type: max(17px, 2.45vh);
  --gesncd-panel: flex;
}}
html.gesncd-full .st-key-{large_text} h2 {{ font-size: max(1.4rem, 2.8vh); }}
html.gesncd-full .st-key-{large_text} p {{ font-size: max(17px, 2.2vh); }}
/* On a low screen the key to ticks and keys makes room for the operators. */
@media (max-height: 820px) {{ html.gesncd-full .st-key-{stage} {{ --gesncd-foot: none; }} }}
html.gesncd-full [data-testid="stMain"] button p {{ font-size: max(1rem, 2vh); }}
</style>"""


def mend_page_style() -> None:
    """Apply the rules; takes no place on the page."""
    light, dark = palette("light"), palette("dark")
    rules = _RULES.format(
        scheme="dark" if st.context.theme.type == "dark" else "light",
        colour=f"light-dark({light.background}, {dark.background})",
        surface=f"light-dark({light.surface}, {dark.surface})",
        line=f"light-dark({light.line}, {dark.line})",
        theme_watch=state.THEME_WATCH,
        one_entry=state.ONE_ENTRY,
        run_bar=state.RUN_BAR,
        status_row=state.STATUS_ROW,
        beside_asked=state.BESIDE_ASKED,
        exports=state.EXPORTS,
        stage=state.REPLAY_STAGE,
        large_text=state.REPLAY_LARGE_TEXT,
        large_answer=state.REPLAY_LARGE_ANSWER,
    )
    st.html(rules)


def speak_title(text: str) -> None:
    """A heading of the first level where a page begins with something else; takes no place."""
    st.html(f'<h1 class="spoken-title">{html_text(text)}</h1>')
