"""What leaves the app: files, tables, the report."""
