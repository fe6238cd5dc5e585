// The switch for keys of one character, in every list of keys. It is there where scripts are, and works at once.

import { areOff, switchKeys } from "./pressed.js";

document.addEventListener("change", ({ target }) => target.matches("[data-single-keys]") && switchKeys(target.checked));
document.addEventListener("change", show);
document.addEventListener("htmx:after:swap", show);
addEventListener("storage", show);                       // another tab
addEventListener("pageshow", show);
show();

function show() {
  for (const each of document.querySelectorAll("[data-single-keys]")) {
    each.checked = !areOff();
    each.closest("label").hidden = false;
  }
}
