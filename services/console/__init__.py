"""The operators' command line: urbanist."""
