"""What longer words do to a page: where one is cut, covered, split, or pushed out of its box or out of the window."""

# In a frame, which is resized within one call. What `.scroll` holds may be scrolled by itself. What somebody is called
# may be cut in the header and in a calendar, where a title says it whole, and on the wall of a hall.
FAULTS = r"""async ([address, sizes]) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.style.border = "0";
  await new Promise(done => { frame.onload = done; frame.src = address; });
  await new Promise(done => setTimeout(done, 50));
  const page = frame.contentDocument, view = frame.contentWindow, root = page.documentElement, found = new Map();
  const UNSEEN = ".hidden-text, .skip, noscript, script, style, option, textarea";
  const SCROLLED = ".scroll, .map, .log, .said, .phrases, .board, svg";
  const NAMES = ".me > summary, .hall bdi, .hall h1, .hall-entrants li, .calendar a";
  const AS_TYPED = "code, .hash, .calls, .said-of";
  const CONTROLS = "a[href], button, summary, select, input:not([type=hidden]), textarea";
  const LAYERS = ".menu, dialog, #problems, .waiting, .pin, .refusal.passing";
  const named = each => each.tagName.toLowerCase() + [...each.classList].map(one => `.${one}`).join("");
  const words = each => each.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
  const said = each => `${named(each.parentElement)} > ${named(each)} “${words(each)}”`;
  const shows = each => each.checkVisibility({ visibilityProperty: true });
  const cuts = value => value === "hidden" || value === "clip";

  function range_of(node, start, end) {
    const range = page.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(box => box.width > 2);
  }

  function texts() {
    const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT), made = [];
    while (walker.nextNode()) {
      const node = walker.currentNode, parent = node.parentElement;
      if (node.data.trim() && !parent.closest(`${UNSEEN}, svg`) && shows(parent)) made.push(node);
    }
    return made;
  }

  // As much of a line as the boxes around it let through.
  function seen_of(box, element) {
    let { left, right, top, bottom } = box;
    for (let each = element; each && each !== page.body; each = each.parentElement) {
      if (view.getComputedStyle(each).overflow === "visible") continue;
      const around = each.getBoundingClientRect();
      [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    return { left, right, top, bottom };
  }

  function is_cut(each) {
    const { overflowX, overflowY } = view.getComputedStyle(each);
    const wide = cuts(overflowX) && each.scrollWidth > each.clientWidth + 1;
    const high = cuts(overflowY) && each.scrollHeight > each.clientHeight + 4;
    return each.clientWidth > 1 && (wide || high) && each.textContent.trim();
  }

  const ARROW = 22, pen = page.createElement("canvas").getContext("2d");
  function is_short(select) {
    const { font, paddingLeft, paddingRight } = view.getComputedStyle(select);
    pen.font = font;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ARROW;
    return pen.measureText(select.selectedOptions[0]?.text ?? "").width > room + 1;
  }

  function out_of_box(box, element) {
    let block = element;
    while (["inline", "contents"].includes(view.getComputedStyle(block).display)) block = block.parentElement;
    const { left, right } = block.getBoundingClientRect();
    const indented = parseFloat(view.getComputedStyle(block).textIndent) < 0;
    const scrolls = view.getComputedStyle(block).overflowX !== "visible" || block.closest(".scroll");
    return !scrolls && !indented && (box.right > right + 2 || box.left < left - 2);
  }

  // A line is higher than its letters.
  function overlap(one, other) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > 2 && down > 0.3 * Math.min(one.bottom - one.top, other.bottom - other.top);
  }

  function split(node) {
    const one_by_one = /(?:https?:\S+|\S+@\S+)|[\p{L}\u2019]{2,18}/gu;
    const most = node.parentElement.closest("bdi") ? 9 : 18;  // a long name may be
    for (const word of node.data.matchAll(one_by_one)) {
      if (/[@:]/.test(word[0]) || word[0].length > most) continue;
      const boxes = range_of(node, word.index, word.index + word[0].length);
      if (boxes.length > 1 && boxes.at(-1).top - boxes[0].top > 8) return word[0];
    }
    return null;
  }

  function measure(tell) {
    if (root.scrollWidth > root.clientWidth) tell("the page scrolls sideways");
    for (const each of page.body.querySelectorAll("*")) {
      const may_be = each.closest(`${SCROLLED}, ${UNSEEN}, ${NAMES}`) || each.querySelector(NAMES);
      if (!may_be && shows(each) && is_cut(each)) tell(`cut: ${said(each)}`);
    }
    for (const each of page.body.querySelectorAll("select"))
      if (shows(each) && is_short(each)) tell(`cut: ${said(each.parentElement)} “${each.selectedOptions[0].text}”`);
    for (const each of page.body.querySelectorAll(CONTROLS)) {
      if (each.closest(`${SCROLLED}, ${UNSEEN}`) || !shows(each)) continue;
      const { left, right } = each.getBoundingClientRect();
      if (left < -1 || right > root.clientWidth + 1) tell(`outside of the window: ${said(each)}`);
    }
    const lines = [];
    for (const node of texts()) {
      const parent = node.parentElement, layer = parent.closest(LAYERS);
      const word = parent.closest(AS_TYPED) ? null : split(node);
      if (word) tell(`“${word}” is split: ${said(parent)}`);
      for (const box of range_of(node, 0, node.length)) {
        if (out_of_box(box, parent)) tell(`out of its box: ${said(parent)}`);
        const seen = seen_of(box, parent);
        if (seen.right > seen.left && seen.bottom > seen.top) lines.push({ ...seen, node, layer });
      }
    }
    lines.sort((one, other) => one.top - other.top);
    for (const [index, one] of lines.entries())
      for (let next = index + 1; next < lines.length && lines[next].top < one.bottom; next++) {
        const other = lines[next];
        if (one.node !== other.node && one.layer === other.layer && overlap(one, other))
          tell(`overlap: ${said(one.node.parentElement)} and ${said(other.node.parentElement)}`);
      }
  }

  // Of the header: each lies inside of the window when it is opened.
  function measure_menus(tell) {
    for (const menu of page.querySelectorAll(".top .me")) {
      menu.open = true;
      const { left, right } = menu.querySelector(".menu").getBoundingClientRect();
      if (left < 0 || right > root.clientWidth) tell(`a menu is cut: ${said(menu)}`);
      measure(tell);
      menu.open = false;
    }
  }

  for (const [width, height, menus] of sizes) {
    [frame.width, frame.height] = [width, height];
    const tell = fault => found.set(fault, (found.get(fault) ?? new Set()).add(`${width}x${height}`));
    measure(tell);
    if (menus) measure_menus(tell);
  }
  frame.remove();
  return [...found].map(([fault, where]) => `${fault} (${[...where].join(", ")})`);
}"""
