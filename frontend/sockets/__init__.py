"""Live parts of pages over WebSockets, from a process of its own."""
