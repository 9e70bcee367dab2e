"""The Data page: a table is chosen, understood, mended and looked at."""
