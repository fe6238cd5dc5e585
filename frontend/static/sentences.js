// The sentences that scripts show. The page brings them along, in its language: each by its name, with `{values}`.

const blocks = [...document.querySelectorAll("script[data-sentences]")];
const known = Object.assign({}, ...blocks.map(block => JSON.parse(block.textContent)));
const numbers = new Intl.PluralRules(document.documentElement.lang || "en");

// Where a sentence has a form for one thing and one for several, `n` chooses. What is missing is reported, and the rest
// of the page goes on.
export function sentence(name, values = {}) {
  const forms = known[name] ?? missing(`sentence ${name}`);
  const found = typeof forms === "string" ? forms : forms[numbers.select(values.n)] ?? forms.other;
  return found.replace(/\{(\w+)\}/g, (_, value) => values[value] ?? missing(`value ${value} of sentence ${name}`));
}

function missing(what) {
  reportError(new Error(`missing: ${what}`));
  return "…";
}
