"""What stands in the way of analysing a table, and what its owner should know."""
