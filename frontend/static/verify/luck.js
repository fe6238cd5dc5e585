// Reveal, commitment, nonce and draw: the luck was fixed before anybody knew it. Source: docs/ledger.md, "Fair draws".

import { hashOf, keyed, keyOf, orderOf, sealAt, sealOfPosition } from "./hashes.js";
import { Wrong } from "./record.js";

// Everything drawn that became known is what was sealed when the match began.
export async function checkReveal(record) {
  const found = [], draws = new Map(), shown = new Set();
  for (const line of record.lines) {
    if (line.type === "match.drawn") line.data.draws.forEach(draw => draws.set(draw.label, draw));
    found.push(...(await wrongReveals(line.envelope, draws, shown)).map(said => new Wrong(line, said)));
  }
  return found;
}

// What is wrong with what one event reveals. `draws` are the public ones so far, by label; `shown` what was revealed.
export async function wrongReveals({ stream, data, reveals }, draws, shown) {
  const found = [], named = reveals.length ? new Set(texts(data)) : null;
  for (const [label, position, item, salt] of reveals) {
    const what = `position ${position + 1} of the draw ${label}`;
    const seals = (stream.startsWith("match:") && draws.get(label)?.seals) || [];
    if (position >= seals.length) found.push(`${what} is shown, and nothing was drawn there`);
    else if (await sealOfPosition(salt, label, position, item) !== seals[position]) {
      found.push(`${what} is shown as ${item}, which is not what was sealed there`);
    }
    if (shown.has(`${label}:${position}`)) found.push(`${what} is shown for the first time twice`);
    if (!named.has(item)) found.push(`${what} is shown as ${item}, and the event says something else`);
    shown.add(`${label}:${position}`);
  }
  return found;
}

// All texts and numbers inside.
function texts(value) {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [String(value)];
}

// The server's half of the luck is the one whose hash was public before anybody sat down.
export async function checkCommitment({ opened, started }) {
  const found = [], begun = [opened, started].filter(Boolean);
  for (const line of begun) {
    if (line.sealed && await hashOf(line.part.seed) !== line.data.commitment) {
      found.push(new Wrong(line, "the seed is not the one that was committed to: its hash is not the commitment"));
    }
    if (line.data.commitment !== begun[0].data.commitment) found.push(new Wrong(line, "the match has another commitment than its table"));
  }
  if (started && !started.data.practice && started.data.branch) {
    found.push(new Wrong(started, "a match that goes on from another one is for practice, and this is not called practice"));
  }
  if (started && !started.data.practice && started.data.table === null) {
    found.push(new Wrong(started, "no table committed to the seed before anybody sat down, and this is not called practice"));
  }
  return found;
}

// The players' halves of the luck were fixed when they sat down and shown when nobody could leave any more.
export async function checkNonce({ opened, started, streams }) {
  const found = [];
  if (started && started.data.nonces.length !== started.data.players.length) {
    found.push(new Wrong(started, "there is not one secret number, or none, for each player"));
  }
  if (!opened) return found;
  const table = { seats: new Map(), isFilled: false, count: opened.data.seats };
  for (const line of streams.table) {
    const wrong = await (STEPS[line.type] ?? (() => null))(line.data, table);
    if (wrong) return [...found, new Wrong(line, wrong)];   // what follows from a wrong step is not wrong by itself
  }
  const wrong = started && wrongSeats(started.data, table);
  return wrong ? [...found, new Wrong(started, wrong)] : found;
}

// What each event does to a table; the answer is what is wrong with it.
const STEPS = {
  "table.seat_taken": ({ seat, player, nonce_hash }, table) => {
    if (table.isFilled || table.seats.has(seat) || !(seat >= 0 && seat < table.count)) return "somebody sits down where no seat is free";
    table.seats.set(seat, { player, hash: nonce_hash, nonce: null });
  },
  "table.seat_left": ({ seat, player }, table) => {
    if (table.isFilled || table.seats.get(seat)?.player !== player) return "somebody leaves who does not sit there, or after all seats were taken";
    table.seats.delete(seat);
  },
  "table.filled": (_, table) => {
    if (table.isFilled || table.seats.size !== table.count) return "the table is called full, and it is not, or for a second time";
    table.isFilled = true;
  },
  "table.nonce_shown": async ({ seat, nonce }, table) => {
    const sitting = table.seats.get(seat);
    if (!table.isFilled || !sitting || sitting.nonce !== null) {
      return "a secret number is shown before all seats were taken, by nobody, or for a second time";
    }
    if (await hashOf(nonce) !== sitting.hash) return "this is not the secret number whose hash was given when sitting down";
    sitting.nonce = nonce;
  },
  "table.closed": ({ match }, table) => match && !table.isFilled ? "a match is to follow, and not all seats were taken" : null,
};

function wrongSeats({ players, nonces }, { seats, count }) {
  const sat = [...seats.keys()].sort((one, other) => one - other).map(seat => seats.get(seat));
  const are = (said, known) => said.length === known.length && said.every((one, seat) => one === known[seat]);
  if (sat.length !== count || !are(players, sat.map(one => one.player))) return "others play than sat down at the table";
  if (!are(nonces, sat.map(one => one.nonce))) return "the match does not use the secret numbers that were shown at its table";
  return null;
}

// Every order is the one that seed and nonces give, and every seal is that of what was drawn there. In a branch the
// settled positions are those of the match that it cites, which is another record.
export async function checkDraw(record) {
  const found = [], labels = [];
  for (const line of record.of("match.drawn")) {
    for (const { label, items, seals } of line.data.draws) {
      labels.push(label);
      if (new Set(items).size !== items.length || seals.length !== items.length) {
        found.push(new Wrong(line, `in the draw ${label} items stand twice, or not each has its seal`));
      }
    }
    if (new Set(labels).size !== labels.length) found.push(new Wrong(line, "two draws have the same name"));
    if (record.isFinished) found.push(...await wrongOrders(line, record));
  }
  return found;
}

// First what is settled, then all others in their order.
const goneOn = (settled, order) => [...settled, ...order.filter(index => !settled.includes(index))];

async function wrongOrders(line, { id, started }) {
  const { draws } = line.data, { orders } = line.part;
  if (!started?.sealed || orders?.length !== draws.length) {
    return [new Wrong(line, "the seed or the orders are not open, so the draws can't be made again")];
  }
  const mac = await keyed(await keyOf(started.part.seed, id, started.data.nonces));
  const settled = started.data.branch?.settled ?? {};
  const found = await Promise.all(draws.map((draw, at) => wrongOrder(mac, draw, orders[at], settled[draw.label] ?? 0)));
  return found.filter(Boolean).map(said => new Wrong(line, said));
}

async function wrongOrder(mac, { label, items, seals }, order, settled) {
  const made = goneOn(order.slice(0, settled), await orderOf(mac, label, items.length));
  const isWhole = new Set(order).size === items.length && order.every(index => index < items.length);
  if (!isWhole || order.join() !== made.join()) return `the order of the draw ${label} is not the one that seed and secret numbers give`;
  const sealed = await Promise.all(made.map((index, at) => sealAt(mac, label, at, items[index])));
  if (seals.join() !== sealed.join()) return `a seal of the draw ${label} is not that of what was drawn there`;
  return null;
}
