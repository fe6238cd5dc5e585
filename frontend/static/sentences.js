// The sentences that scripts show, in the language of the page: each by its name, with `{values}`. They come in a file for
// each kind of page; those of a board's own script stand in its page.

const blocks = [...document.querySelectorAll("script[data-sentences]")];
const known = Object.assign({}, ...globalThis.sentences ?? [], ...blocks.map(block => JSON.parse(block.textContent)));
const spoken = document.documentElement.lang || "en";
const numbers = new Intl.PluralRules(spoken);

// How this visitor writes days and numbers in the language of the page: "en-GB" of an English page where the browser is set so.
export const locale = navigator.languages.find(each => each.split("-")[0] === spoken.split("-")[0]) ?? spoken;

// A day or moment by a format; French counts the first of a month, which `Intl` leaves out: 1er mars.
export const dated = (format, at) => format.format(at).replace(/\b1 (?=\D)/, spoken === "fr" ? "1er " : "$&");

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
