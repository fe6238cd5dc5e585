"use strict";

// A server of boardgame.io as its documents start one, with its own storage on disk: node server.js PORT FOLDER [synced]
// `synced`: each file is synced before the next move of its match, which boardgame.io itself never asks for.

const fs = require("fs");

const { PlayerView } = require("boardgame.io/core");
const { FlatFile, Server } = require("boardgame.io/server");
const { SEATS, setup, take, endIf } = require("./game");

const [port, dir, synced] = process.argv.slice(2);
if (synced) {
  const write = fs.writeFile;
  fs.writeFile = (file, text, encoding, done) => write(file, text, { encoding, flush: true }, done);
}

const game = {
  name: "cities",
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup,
  endIf,
  moves: { take },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,   // it would keep older states in every state
};

// The port is what Node listens to, so it may name an address too: nobody else's machine plays.
Server({ games: [game], origins: [], db: new FlatFile({ dir }) }).run({
  port: { host: "127.0.0.1", port: Number(port) },
  callback: () => console.log("ready"),
});
