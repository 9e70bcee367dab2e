"""The Runs page, and what other pages do with runs: whose they are, opening, deleting."""
