"""What every part of the REST API shares: who calls, what may go wrong, how an answer looks."""
