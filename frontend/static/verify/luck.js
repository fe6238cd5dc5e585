// Reveal, commitment, nonce and draw: the luck was fixed before anybody knew it. Source: docs/ledger.md, "Fair draws".

import { sentence } from "../sentences.js";
import { keyOf } from "./digests.js";
import { hashOf, keyed, orderOf, sealAt } from "./hashes.js";
import { Wrong } from "./record.js";
import { wrongReveals } from "./reveals.js";

// Everything drawn that became known is what was sealed when the match began.
export async function checkReveal(record) {
  const found = [], draws = new Map(), shown = new Set();
  for (const line of record.lines) {
    if (line.type === "match.drawn") line.data.draws.forEach(draw => draws.set(draw.label, draw));
    found.push(...(await wrongReveals(line.envelope, draws, shown)).map(said => new Wrong(line, said)));
  }
  return found;
}

// The server's half of the luck is the one whose hash was public before anybody sat down.
export async function checkCommitment({ opened, committed, started }) {
  const found = [], begun = [opened, committed, started].filter(Boolean);
  for (const line of begun) {
    if (line.sealed && await hashOf(line.part.seed) !== line.data.commitment) {
      found.push(new Wrong(line, sentence("seed_not_committed")));
    }
    const lacksDeal = line.data.deal && !committed;   // which is named as such
    if (line !== begun[0] && !lacksDeal && line.data.commitment !== (committed ?? begun[0]).data.commitment) found.push(new Wrong(line, sentence("other_commitment")));
  }
  if (started && !started.data.practice && started.data.branch) {
    found.push(new Wrong(started, sentence("branch_not_practice")));
  }
  if (started?.data.deal) found.push(...dealAndTable({ opened, committed, started }));
  if (started && !started.data.practice && !started.data.table && !started.data.deal) {
    found.push(new Wrong(started, sentence("untabled_not_practice")));
  }
  return found;
}

// Only a deal of a round of a tournament has tables, which that tournament opened. The luck of these is not used.
function dealAndTable({ opened, committed, started }) {
  const { practice, table } = started.data, { entrants = [], name = "" } = committed?.data ?? {};
  if (practice || (table && committed && !entrants.length)) return [new Wrong(started, sentence("deal_with_table"))];
  const isOther = opened && committed && opened.data.opener !== `tournament:${name.slice(0, name.lastIndexOf(":"))}`;
  return isOther ? [new Wrong(started, sentence("deal_of_another"))] : [];
}

// The players' halves of the luck were fixed when they sat down and shown when nobody could leave any more.
export async function checkNonce({ opened, started, committed, streams }) {
  const found = [];
  if (started && started.data.nonces.length !== started.data.players.length) {
    found.push(new Wrong(started, sentence("numbers_not_by_player")));
  }
  if (started && committed) found.push(...wrongOfDeal(started.data, committed.data).map(said => new Wrong(started, said)));
  if (!opened) return found;
  const table = { seats: new Map(), isFilled: false, count: opened.data.seats, host: opened.data.host_key ?? null };
  for (const line of streams.table) {
    const wrong = await (STEPS[line.type] ?? (() => null))(line.data, table);
    if (wrong) return [...found, new Wrong(line, wrong)];   // what follows from a wrong step is not wrong by itself
  }
  const wrong = started && wrongSeats(started.data, table);
  return wrong ? [...found, new Wrong(started, wrong)] : found;
}

// Bots sit where the deal has them, and one person in all other seats; of a round of a tournament its entrants do, or bots
// in their place. Nobody brings a number of their own.
function wrongOfDeal({ players, nonces }, { bots, entrants }) {
  const found = [], people = new Set(players.filter((_, seat) => bots[seat] === null));
  const agree = bots.length === players.length && bots.every((bot, seat) => bot === null || bot === players[seat]);
  const areThose = entrants.length
    ? [...people].every(player => entrants.includes(player) || player.startsWith("bot:"))
    : people.size <= 1 && [...people].every(player => player.startsWith("person:"));
  if (!agree || !areThose) {
    found.push(sentence("others_than_dealt"));
  }
  if (nonces.some(Boolean)) found.push(sentence("numbers_not_dealt"));
  return found;
}

// What each event does to a table; the answer is what is wrong with it.
const STEPS = {
  "table.seat_taken": ({ seat, player, nonce_hash, key = null }, table) => {
    if (table.isFilled || table.seats.has(seat) || !(seat >= 0 && seat < table.count)) return sentence("no_free_seat");
    table.seats.set(seat, { player, hash: nonce_hash, nonce: null, key });
  },
  "table.seat_left": ({ seat, player }, table) => {
    if (table.isFilled || table.seats.get(seat)?.player !== player) return sentence("wrong_leaving");
    table.seats.delete(seat);
  },
  "table.filled": (_, table) => {
    if (table.isFilled || table.seats.size !== table.count) return sentence("wrong_filling");
    table.isFilled = true;
  },
  "table.nonce_shown": async ({ seat, nonce }, table) => {
    const sitting = table.seats.get(seat);
    if (!table.isFilled || !sitting || sitting.nonce !== null) {
      return sentence("wrong_showing");
    }
    if (await hashOf(nonce) !== sitting.hash) return sentence("other_number");
    sitting.nonce = nonce;
  },
  "table.closed": ({ match }, table) => match && !table.isFilled ? sentence("match_without_players") : null,
};

// A record from before there were any keys names none.
function wrongSeats({ players, nonces, deal, keys = players.map(() => null), host_key = null }, { seats, count, host }) {
  const sat = [...seats.keys()].sort((one, other) => one - other).map(seat => seats.get(seat));
  const are = (said, known) => said.length === known.length && said.every((one, seat) => one === known[seat]);
  if (sat.length !== count || !are(players, sat.map(one => one.player))) return sentence("other_players");
  if (!deal && !are(nonces, sat.map(one => one.nonce))) return sentence("numbers_not_used");
  if (host_key !== host || !are(keys, sat.map(one => one.key))) return sentence("other_keys");
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
        found.push(new Wrong(line, sentence("wrong_items", { label })));
      }
    }
    if (new Set(labels).size !== labels.length) found.push(new Wrong(line, sentence("same_name_twice")));
    if (record.isFinished) found.push(...await wrongOrders(line, record));
  }
  return found;
}

// First what is settled, then all others in their order.
const goneOn = (settled, order) => [...settled, ...order.filter(index => !settled.includes(index))];

async function wrongOrders(line, { id, started }) {
  const { draws } = line.data, { orders } = line.part;
  if (!started?.sealed || orders?.length !== draws.length) {
    return [new Wrong(line, sentence("draws_not_open"))];
  }
  const mac = await keyed(await keyOf(started.part.seed, started.data.deal?.name ?? id, started.data.nonces));
  const settled = started.data.branch?.settled ?? {};
  const found = await Promise.all(draws.map((draw, at) => wrongOrder(mac, draw, orders[at], settled[draw.label] ?? 0)));
  return found.filter(Boolean).map(said => new Wrong(line, said));
}

async function wrongOrder(mac, { label, items, seals }, order, settled) {
  const made = goneOn(order.slice(0, settled), await orderOf(mac, label, items.length));
  const isWhole = new Set(order).size === items.length && order.every(index => index < items.length);
  if (!isWhole || order.join() !== made.join()) return sentence("other_order", { label });
  const sealed = await Promise.all(made.map((index, at) => sealAt(mac, label, at, items[index])));
  if (seals.join() !== sealed.join()) return sentence("other_seal", { label });
  return null;
}
