"""What is asked of tournaments."""
