"use strict";

// Plays many matches at once on a server of boardgame.io: node client.js PORT MATCHES WARM_UP SECONDS
// Prints "begun" when it starts to measure, then one line of JSON. It speaks to the server by socket.io alone, which
// costs less than boardgame.io's own client: that one plays each move itself too.

const { io } = require("socket.io-client");
const { SEATS, legal } = require("./game");

const [port, matches, warmUp, seconds] = process.argv.slice(2).map(Number);
const door = `http://127.0.0.1:${port}`;
const PATIENCE = 30000;   // milliseconds
const acknowledged = {};  // moves by match
const errors = [];
let times = [];           // milliseconds, of the moves that are answered while we measure
let over = false;

async function playOn(after) {
  await sleep(after);   // so that not all matches begin and end together
  while (!over) {
    try {
      await play();
    } catch (error) {
      errors.push(String(error));
      await sleep(0.1);   // don't hammer a server that refuses everybody
    }
  }
}

async function play() {
  const { matchID } = await post("/games/cities/create", { numPlayers: SEATS });
  const people = [];
  try {
    for (let seat = 0; seat < SEATS; seat++) people.push(await sit(matchID, String(seat)));
    let { state } = people.at(-1);
    while (!over && !state.ctx.gameover) state = await move(matchID, people[state.ctx.currentPlayer], state);
  } finally {
    people.forEach(({ socket }) => socket.close());
  }
}

// Each person has a connection of their own, on which the server sends every move.
async function sit(matchID, playerID) {
  const { playerCredentials } = await post(`/games/cities/${matchID}/join`, { playerID, playerName: `load-${playerID}` });
  const socket = io(`${door}/cities`, { transports: ["websocket"], forceNew: true, reconnection: false });
  await heard(socket, "connect");
  socket.emit("sync", matchID, playerID, playerCredentials, SEATS);
  const [, { state }] = await heard(socket, "sync");
  return { socket, playerID, credentials: playerCredentials, state };
}

// The state after the move, which the server acknowledges with it.
async function move(matchID, { socket, playerID, credentials }, state) {
  const { slots, squares } = legal(state.G, playerID);
  const payload = { type: "take", args: [any(slots), any(squares)], playerID, credentials };
  const begun = performance.now();
  socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, playerID);
  const [, next] = await heard(socket, "update", (_, given) => given._stateID > state._stateID);
  times.push(performance.now() - begun);
  acknowledged[matchID] = (acknowledged[matchID] ?? 0) + 1;
  return next;
}

// What the server says next by this name, and what fits: an update of the move before may come late.
const heard = (socket, name, fits = () => true) => new Promise((resolve, reject) => {
  const late = setTimeout(() => reject(new Error(`no ${name} came`)), PATIENCE);
  socket.on(name, function listen(...said) {
    if (!fits(...said)) return;
    clearTimeout(late);
    socket.off(name, listen);
    resolve(said);
  });
});

async function post(path, body) {
  const answer = await fetch(door + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const any = list => list[Math.floor(Math.random() * list.length)];
const sleep = duration => new Promise(resolve => setTimeout(resolve, 1000 * duration));

async function main() {
  const playing = Array.from({ length: matches }, (_, number) => playOn(2 * number / matches));
  await sleep(warmUp);
  times = [];
  console.log("begun");
  const begun = performance.now();
  await sleep(seconds);
  const measured = { times, seconds: (performance.now() - begun) / 1000 };
  over = true;
  console.log(JSON.stringify(measured));
  await Promise.all(playing);
  console.log(JSON.stringify({ acknowledged, errors }));
}

main();
