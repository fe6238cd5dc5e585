"""All that surrounds a game: tables, matches and scores, their streams and records, and the lobby's rows."""
