"""The run store: data sets, runs, their events, and scores, in one SQLite file and one folder.

``run_store.RunStore`` is the face; rows of each table have a file of their own.
"""
