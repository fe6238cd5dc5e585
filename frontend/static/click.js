// Links of drawings have no click() of their own.

export const click = element => element?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
