"""Starts, watches and keeps what the product needs to run."""
