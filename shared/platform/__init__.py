"""What is played around any game: tables, matches and scores, their streams, their records, and the lobby's rows."""
