"""The way in and through: the public API, how often it may be used, and how services are asked."""
