"""What is asked of letters, webhooks, feeds and devices."""
