"""What longer words do to a page: nothing may be cut, covered, pushed out of its box or out of the window."""

# In a frame, which is resized within one call. `.scroll` may be scrolled by itself. What somebody is called may be cut:
# it stands in the title of the element, and names are as long as people make them.
MEASURED = """async ([address, sizes]) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.style.border = "0";
  await new Promise(done => { frame.onload = done; frame.src = address; });
  await new Promise(done => setTimeout(done, 50));
  const page = frame.contentDocument, view = frame.contentWindow, root = page.documentElement, found = new Map();
  const SCROLLED = ".scroll, .map, .log, .said, .phrases, .board, svg";
  const UNSEEN = ".hidden-text, .skip, noscript, script, style, option, textarea";
  const CONTROLS = "a[href], button, summary, select, input:not([type=hidden]), textarea, .button";
  const named = element => element.tagName.toLowerCase() + (element.id ? `#${element.id}` : "")
    + [...element.classList].map(each => `.${each}`).join("");
  const path = element => `${element.parentElement ? named(element.parentElement) + " > " : ""}${named(element)}`;
  const said = element => `${path(element)} «${element.textContent.trim().replace(/\\s+/g, " ").slice(0, 60)}»`;
  const style = element => view.getComputedStyle(element);
  const cuts = value => value === "hidden" || value === "clip";

  // Each line of each text that is seen, cut as its boxes cut it.
  function lines() {
    const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT), made = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || parent.closest(UNSEEN) || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = page.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects())
        if (right - left > 2) made.push({ node, parent, left, right, top, bottom });
    }
    return made;
  }

  function is_cut(element) {
    const { overflowX, overflowY } = style(element);
    const wide = cuts(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const high = cuts(overflowY) && element.scrollHeight > element.clientHeight + 4;
    return element.clientWidth > 1 && (wide || high) && element.textContent.trim() && !element.matches(".me summary");
  }

  function seen_of(line) {
    let { left, right, top, bottom } = line;
    for (let each = line.parent; each && each !== page.body; each = each.parentElement) {
      const { overflowX, overflowY } = style(each);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = each.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { ...line, left, right, top, bottom };
  }

  function block_of(element) {
    while (style(element).display.startsWith("inline") && style(element).display === "inline" || style(element).display === "contents")
      element = element.parentElement;
    return element;
  }

  const layer = element => element.closest(".menu, dialog, #problems, .waiting, .pin, .refusal.passing") ?? page.body;

  // A line is higher than its letters.
  function overlaps(one, other) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return across > 2 && down > 0.3 * Math.min(one.bottom - one.top, other.bottom - other.top);
  }

  function tell(at, fault) {
    if (!found.has(fault)) found.set(fault, []);
    found.get(fault).push(at);
  }

  function measure(at) {
    if (root.scrollWidth > root.clientWidth) tell(at, `the page scrolls sideways`);
    for (const each of page.body.querySelectorAll("*"))
      if (!each.closest(`${SCROLLED}, ${UNSEEN}`) && each.checkVisibility() && is_cut(each)) tell(at, `cut: ${said(each)}`);
    for (const each of page.body.querySelectorAll(CONTROLS)) {
      if (each.closest(`.scroll, .map, .log, ${UNSEEN}`) || !each.checkVisibility({ visibilityProperty: true })) continue;
      const { left, right } = each.getBoundingClientRect();
      if (left < -1 || right > root.clientWidth + 1) tell(at, `outside of the window: ${said(each)}`);
    }
    const all = lines().filter(line => !line.parent.closest("svg")), shown = all.map(seen_of);
    for (const line of all) {
      const block = block_of(line.parent), box = block.getBoundingClientRect();
      if (!line.parent.closest(".scroll") && style(block).overflowX === "visible" && (line.right > box.right + 1.5 || line.left < box.left - 1.5) && !line.parent.closest(".reasons"))
        tell(at, `out of its box by ${Math.round(Math.max(line.right - box.right, box.left - line.left))}: ${said(block)}`);
    }
    const sorted = shown.filter(line => line.right > line.left && line.bottom > line.top).sort((one, other) => one.top - other.top);
    sorted.forEach((one, index) => {
      for (let next = index + 1; next < sorted.length && sorted[next].top < one.bottom; next++) {
        const other = sorted[next];
        if (one.node !== other.node && layer(one.parent) === layer(other.parent) && overlaps(one, other))
          tell(at, `overlap: ${said(one.parent)} and ${said(other.parent)}`);
      }
    });
    if (SPLITS) for (const line of all) splits(at, line.node);
  }

  const SPLITS = sizes[0][2];
  function splits(at, node) {
    if (node.seen === at) return;
    node.seen = at;
    if (node.parentElement.closest("code, .hash, .qr, [dir=auto], bdi")) return;
    for (const word of node.data.matchAll(/[\\p{L}’']{2,18}/gu)) {
      const range = page.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const rects = [...range.getClientRects()].filter(rect => rect.width > 0);
      if (new Set(rects.map(rect => Math.round(rect.top / 4))).size > 1 && rects[rects.length-1].top - rects[0].top > 8) tell(at, `split: ${word[0]} in ${said(node.parentElement)}`);
    }
  }

  for (const [width, height] of sizes) {
    [frame.width, frame.height] = [width, height];
    const at = `${width}x${height}`;
    measure(at);
    for (const menu of page.querySelectorAll(".top details")) {
      menu.open = true;
      measure(`${at} ${menu.className} open`);
      for (const each of menu.querySelectorAll(":scope > :not(summary)")) {
        const { left, right, bottom } = each.getBoundingClientRect();
        if (left < 0 || right > root.clientWidth) tell(at, `a menu is cut: ${named(each)} from ${left} to ${right}`);
      }
      menu.open = false;
    }
  }
  frame.remove();
  return [...found].map(([fault, where]) => `${fault} (${[...new Set(where)].join(", ")})`);
}"""
