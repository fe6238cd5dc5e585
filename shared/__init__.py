"""What every part of Urbanist uses, and what uses no part of it."""
