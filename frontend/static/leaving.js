// What is closed or taken away while it has the focus hands it on: to what it belongs to, so that the next Tab goes on
// from there and not from the top of the page.

export function takeAway(element) {
  const hadFocus = element.contains(document.activeElement);
  element.remove();
  if (hadFocus) (document.querySelector(".bar") ?? document.getElementById("content"))?.focus({ preventScroll: true });
}

export function fold(details) {
  const isElsewhere = document.activeElement !== document.body && !details.contains(document.activeElement);
  details.open = false;
  if (!isElsewhere) details.querySelector("summary").focus();
}
