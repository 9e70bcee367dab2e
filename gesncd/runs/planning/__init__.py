"""What a search will take before it is begun: queries, hours and memory, from short trials."""
