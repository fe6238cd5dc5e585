"""The same load on a server of boardgame.io, the best known one for such games, beside ours."""
