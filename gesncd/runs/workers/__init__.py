"""Processes that search: who is next, how one is started, and what it tells the store."""
