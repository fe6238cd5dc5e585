// Something that a form needs is made before it is sent. Whatever happens there, the form is sent, and once.

const ready = new WeakMap();   // by form: whether all is there, while it is made or after that

export function beforeSending(selector, make) {
  document.addEventListener("submit", event => hold(event, selector, make), true);
}

async function hold(event, selector, make) {
  const { target: form, submitter } = event;
  if (!form.matches(selector)) return;
  const isDone = ready.get(form);
  if (isDone) return ready.delete(form);
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isDone === false) return;                          // a second click
  ready.set(form, false);
  await make(form).catch(() => null);
  ready.set(form, true);
  setTimeout(() => form.requestSubmit(submitter?.form === form ? submitter : null));   // the first submit has to be over: a form is not sent within its own sending
}

// The public half of a key that signs what is done at that seat; empty where there can't be one.
export const newKey = () => import("./signing/keys.js").then(made => made.newKey()).catch(() => "");
