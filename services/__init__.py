"""The three services and the operators' console; none of them imports another."""
