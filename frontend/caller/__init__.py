"""Calls people who have no page open: by a message to their browsers, and by mail."""
