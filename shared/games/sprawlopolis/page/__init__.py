"""What people meet: choices on the page, and the calculator."""
