// A page that comes back from the browser's history is another page: its forms get keys of their own, so that what is
// asked for there is not taken for what was asked for before.

addEventListener("pageshow", event => {
  const back = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (!event.persisted && !back) return;
  for (const field of document.querySelectorAll("form:not([data-again]) > [name=cause]")) field.value = freshKey();
});

// Where there is no secure context there is no randomUUID.
const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
