"""Remote bots at the public door: each is told its news in a stream, which costs no thread, and answers by commands."""
