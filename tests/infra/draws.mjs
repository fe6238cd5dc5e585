// The draws of matches made again by somebody who has read docs/ledger.md, "Fair draws", and nothing else.
// Standard input holds an export a line, as a JSON text; the answer is an array of orders a line, by draw.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const mac = (key, message) => createHmac("sha256", key).update(message).digest();
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

function orderOf(key, label, count) {
  const ranked = Array.from({ length: count }, (_, index) => [mac(key, `${label}:${index}`), index]);
  return ranked.sort(([one], [other]) => Buffer.compare(one, other)).map(([, index]) => index);
}

function draws(file) {
  const [header, ...lines] = file.split("\n").filter((line) => line).map((line) => JSON.parse(line));
  const find = (type) => lines.find((line) => line.envelope.type === type);
  const started = find("match.started");
  const { seed } = started.sealed.part;
  const key = mac(Buffer.from(seed, "hex"), JSON.stringify([header.id, started.envelope.data.nonces]));
  return find("match.drawn").envelope.data.draws.map(({ label, items, seals }) => {
    const order = orderOf(key, label, items.length);
    const sealed = order.map((index, position) =>
      sha256(mac(key, `salt:${label}:${position}`), `${label}:${position}:${items[index]}`));
    return { label, order, sealed: JSON.stringify(sealed) === JSON.stringify(seals) };
  });
}

for (const line of readFileSync(0, "utf8").split("\n").filter((text) => text)) {
  console.log(JSON.stringify(draws(JSON.parse(line))));
}
