// The draws of matches made again by somebody who has read docs/ledger.md, "Fair draws", and nothing else.
// Standard input holds an export a line, as a JSON text; the answer is an array of orders a line, by draw.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const mac = (key, message) => createHmac("sha256", key).update(message).digest();
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

function orderOf(key, label, count, first) {
  const ranked = Array.from({ length: count }, (_, index) => [mac(key, `${label}:${index}`), index]);
  const order = ranked.sort(([one], [other]) => Buffer.compare(one, other)).map(([, index]) => index);
  return [...first, ...order.filter((index) => !first.includes(index))];
}

function draws(file) {
  const [header, ...lines] = file.split("\n").filter((line) => line).map((line) => JSON.parse(line));
  const find = (type) => lines.find((line) => line.envelope.type === type);
  const started = find("match.started");
  const { seed } = started.sealed.part;
  const named = started.envelope.data.deal?.name ?? header.id;
  const key = mac(Buffer.from(seed, "hex"), JSON.stringify([named, started.envelope.data.nonces]));
  const settled = started.envelope.data.branch?.settled ?? {};
  const drawn = find("match.drawn");
  return drawn.envelope.data.draws.map(({ label, items, seals }, at) => {
    const first = drawn.sealed.part.orders[at].slice(0, settled[label] ?? 0);   // of the match that a branch goes on from
    const order = orderOf(key, label, items.length, first);
    const sealed = order.map((index, position) =>
      sha256(mac(key, `salt:${label}:${position}`), `${label}:${position}:${items[index]}`));
    return { label, order, sealed: JSON.stringify(sealed) === JSON.stringify(seals) };
  });
}

for (const line of readFileSync(0, "utf8").split("\n").filter((text) => text)) {
  console.log(JSON.stringify(draws(JSON.parse(line))));
}
