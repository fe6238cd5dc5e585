"""The way in and through: the public API, how often it may be used, and the way to the services."""
