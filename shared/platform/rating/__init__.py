"""What players are worth: the stored form of ratings."""
