"""What people are told, by API: letters, wishes, webhooks, feeds."""
