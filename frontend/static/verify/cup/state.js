// A tournament as its events tell it, as far as they have been taken in. Source: docs/ledger.md, "Tournaments".

import { written } from "../canonical.js";
import { keyOf } from "../digests.js";
import { ascii, hex, keyed, orderOf } from "../hashes.js";

const NOT_AT_ALL = 10 ** 6;   // the round from which somebody plays who left before the start
const DUPLICATE = "duplicate";
export const SCHEDULES = ["round_robin", "league"];
export const KNOCK_OUT = ["elimination", "double_elimination"];

export class Cup {
  constructor(id, lines) {
    const [opened] = lines;
    Object.assign(this, { id, lines, opened, rules: opened.data.rules, entrants: [], rounds: [], nonces: null, finalists: null });
    Object.assign(this, { isPaused: false, isTimeOver: false, season: null, inside: 0, players: new Set() });
  }

  get stage() { return this.finalists ? 1 : 0; }
  get format() { return (this.stage && this.rules.final || this.rules).format; }
  get length() { return (this.stage && this.rules.final || this.rules).rounds; }
  get groups() { return this.stage ? 1 : Math.min(this.rules.groups, Math.max(Math.floor(this.members.length / this.rules.seats), 1)); }
  // Whether this stage is an arena that is played for a span of time.
  get lasts() { return !this.stage && this.rules.format === "arena" && !this.rules.rounds; }
  get ofStage() { return this.rounds.filter(one => one.stage === this.stage); }
  get isSchedule() { return SCHEDULES.includes(this.format); }
  get isDuplicate() { return this.format === DUPLICATE; }
  get isKnockOut() { return KNOCK_OUT.includes(this.format); }

  get members() {
    return this.finalists ?? [...this.entrants.keys()].filter(one => this.entrants[one].since < NOT_AT_ALL);
  }

  // Whether they are paired in this round, or in the one that comes next.
  isActive(entrant, round = this.rounds.length) {
    const { player, isIn, since, checkedIn } = this.entrants[entrant];
    return isIn && since <= round && (this.rules.check_in !== "rounds" || checkedIn.has(round) || isBot(player));
  }

  // The position of each entrant in the order that the committed seed gives. It takes hashes, so it is made beforehand.
  async draw() {
    if (!this.opened.part.seed || !this.nonces) return;
    const mac = await keyed(await keyOf(this.opened.part.seed, this.id, this.nonces));
    const order = await orderOf(mac, `ties_${this.stage}`, this.entrants.length);
    this.ties = new Map(order.map((entrant, position) => [entrant, position]));
  }

  // The seed of a round's deal, beforehand too.
  async deal(round) {
    if (!this.opened.part.seed || !this.nonces || !round.deal) return;
    const mac = await keyed(await keyOf(this.opened.part.seed, this.id, this.nonces));
    round.seed = hex(await mac(ascii(`deal:${round.deal}`)));
  }

  // An event that names what is not there throws TypeError or RangeError.
  async take(line) {
    const { data } = line, act = ACTS[line.type.split(".")[1]];
    if (act) act(this, data);
    if (DRAWS.includes(line.type)) await this.draw();
    if (line.type === "tournament.round_paired") await this.deal(this.rounds.at(-1));
  }
}

const DRAWS = ["tournament.started", "tournament.entered", "tournament.stage_ended"];

export const isBot = player => Boolean(player?.startsWith("bot:"));

const ACTS = {
  paused: cup => { cup.isPaused = true; },
  resumed: cup => { cup.isPaused = false; },
  entered: (cup, { entrant, player, nonce_hash: hash, strength }) => {
    cup.inside += 1;
    cup.players.add(player);
    cup.entrants.push({ entrant, player, hash, strength, since: cup.rounds.length, isIn: true, nonce: null, checkedIn: new Set() });
  },
  checked_in: (cup, { entrant, round }) => { cup.entrants[entrant].checkedIn.add(round); },
  nonce_shown: (cup, { entrant, nonce }) => { cup.entrants[entrant].nonce = nonce; },
  withdrew: (cup, { entrant, reason }) => {
    cup.inside -= Number(cup.entrants[entrant].isIn);
    Object.assign(cup.entrants[entrant], { isIn: false, isDropped: reason === "dropped" });
  },
  returned: (cup, { entrant }) => {
    const one = cup.entrants[entrant];
    cup.inside += Number(!one.isIn);
    Object.assign(one, { isIn: true, isDropped: false, since: Math.min(one.since, cup.rounds.length) });
  },
  started: (cup, { nonces }) => {
    cup.nonces = nonces;
    for (const one of cup.entrants) if (!one.isIn) one.since = NOT_AT_ALL;
  },
  stage_ended: (cup, { entrants }) => { cup.finalists = entrants; },
  season_opened: (cup, data) => { cup.season = data; },
  time_ended: cup => { cup.isTimeOver = true; },
  round_paired: (cup, data) => { cup.rounds.push({ ...data, results: new Map(), matches: new Map(), words: new Map(), ended: false }); },
  pairing_changed: (cup, { round, tables, byes }) => {
    Object.assign(cup.rounds[round], { tables, byes, pulled: [], results: new Map() });
  },
  match_linked: (cup, { round, table, match }) => { cup.rounds[round].matches.set(table, match); },
  result_recorded: (cup, data) => {
    const { length } = cup.rounds[data.round].tables[data.table];
    if (data.places.length !== length || data.points.length !== length) throw new RangeError("seats");
    cup.rounds[data.round].results.set(data.table, data);
    cup.rounds[data.round].words.set(data.table, []);
  },
  result_entered: (cup, { round, table, places, points }) => {
    const { words } = cup.rounds[round];
    words.set(table, [...words.get(table) ?? [], written([places, points])]);
  },
  round_ended: (cup, { round }) => { cup.rounds[round].ended = true; },
};

export const allOf = ({ tables, byes }) => [...tables.flat(), ...byes];
export const sorted = numbers => [...numbers].sort((one, other) => one - other);
