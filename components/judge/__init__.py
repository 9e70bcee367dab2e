"""The Judge page: a graph against a truth, other runs, other methods, and the data."""
