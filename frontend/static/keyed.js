// A form that gives a seat takes the public half of a key along, which signs what is done there.

import { beforeSending, newKey } from "./sending.js";

beforeSending("[data-keyed]:not([hx-post])", async form => { form.elements.key.value = await newKey(); });   // others: signer.js
