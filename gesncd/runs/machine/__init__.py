"""What runs need of their machine: processors, memory, a folder, locks, processes."""
