"use strict";

// A game with as many moves as a match of ours, and a state of about its size: a site of 5 x 5 tiles, laid anew in each
// of four rounds, a city of 4 x 4 for each of two seats, and a bag into which nobody may look. It imports nothing, so
// that a test can play it without boardgame.io.

const KINDS = ["tower", "shop", "service", "park", "harbour", "factory"];
const SITE = 25;      // tiles
const ROUNDS = 4;
const SEATS = 2;
const CITY = 16;      // squares, of which each takes a tile
const MOVES = SEATS * CITY;

function setup({ random }) {
  const tiles = Array.from({ length: SITE * ROUNDS }, (_, index) => `${KINDS[index % KINDS.length]}-${index}`);
  const bag = random.Shuffle(tiles);
  const cities = Array.from({ length: SEATS }, () => Array(CITY).fill(null));
  return { site: bag.splice(0, SITE), cities, made: 0, secret: { bag } };
}

// A seat brings a tile of the site home. What isn't legal is answered as boardgame.io wants it.
function take({ G, ctx }, slot, square) {
  const city = G.cities[ctx.currentPlayer];
  if (!G.site[slot] || city[square] !== null) return "INVALID_MOVE";
  city[square] = G.site[slot];
  G.site[slot] = null;
  G.made += 1;
  if (G.made < MOVES && G.made % (MOVES / ROUNDS) === 0) G.site = G.secret.bag.splice(0, SITE);
}

const legal = (G, seat) => ({
  slots: indices(G.site, tile => tile !== null),
  squares: indices(G.cities[seat], tile => tile === null),
});

const indices = (list, fits) => list.flatMap((one, index) => (fits(one) ? [index] : []));

const kind = tile => tile.split("-")[0];
const points = city => city.filter((tile, square) => kind(tile) !== kind(city[square ^ 1])).length;
const endIf = ({ G }) => (G.made === MOVES ? { points: G.cities.map(points) } : undefined);

module.exports = { MOVES, SEATS, setup, take, legal, endIf };
