"""What every web process shares: who asks, and how answers look."""
