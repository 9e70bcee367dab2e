"""The Tune page: thresholds, depths and widths judged by evidence."""
