"""What people meet: choices on the page, the calculator, and positions as people write them."""
