// A match while it goes on: who plays for which seat, and when somebody last did something. Moments are in milliseconds.

const SHORTEST_PATIENCE = 3_600_000;   // with a match in which nobody moves: a day if nothing else was chosen

export const momentOf = line => Date.parse(line.envelope.at);

// With one digit behind the point, which is cut and not rounded.
export const secondsIn = milliseconds => {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
};

// The events that one command led to, for each command.
export function commandsOf(lines = []) {
  const found = [];
  let key;
  for (const line of lines) {
    const own = `${line.envelope.by} ${line.envelope.cause}`;   // none of them has spaces inside
    if (own !== key) found.push([]);
    found.at(-1).push(line);
    key = own;
  }
  return found;
}

export class Course {
  // `closed` is the last event of its table.
  constructor(started, closed) {
    Object.assign(this, { started, closed, terms: started.data.terms ?? {} });
    this.players = new Map(started.data.players.entries());
    this.last = new Map();   // by player, when they last wrote something
    this.called = { since: momentOf(started), seats: [] };
    this.reached = momentOf(started);
    this.paused = null;
    this.moved = new Set();
    this.failed = new Set();   // the seats of bots that others have moved for
  }

  goOn(line) {
    const { type, data, envelope: { by, move } } = line, at = momentOf(line);
    this.reached = at;
    this.last.set(by, at);
    if (move) this.moved.add(by);
    if (["match.stand_in_seated", "match.seat_reclaimed", "match.seat_taken_over"].includes(type)) this.players.set(data.seat, data.player);
    else if (type === "match.turn_started") this.called = { since: at, seats: data.seats };
    else if (type === "match.stood_in") this.failed.add(data.seat);
    else if (type === "match.paused") this.paused = line;
  }

  // When one of the people at it last did something; where no person is left, when anything happened.
  get idleSince() {
    if (!this.started.data.rules && this.closed) return momentOf(this.closed);   // called off before it began
    const people = [...this.players.values()].filter(player => player.startsWith("person:")), begun = momentOf(this.started);
    return people.length ? Math.max(begun, ...people.map(player => this.last.get(player) ?? begun)) : this.reached;
  }

  // How long nobody has to move, at least, until a match is idle.
  get patience() {
    const { clock } = this.terms;
    return SHORTEST_PATIENCE + (clock ? 1000 * (clock.seconds + clock.delay) : 0);
  }
}
