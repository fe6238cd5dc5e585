// What is signed. Source: docs/ledger.md, "Signatures".

import { canonical } from "../verify/canonical.js";

// The move as the record has it: an object that the server drew.
export const ofMove = ({ match, seat, turn, previous, move }) => canonical(["urbanist-move-1", match, seat, turn, previous, move]);

// Any other order of a person: the event that it leads to first.
export const ofOrder = ({ match, previous, type, data }) => canonical(["urbanist-order-1", match, previous, type, data]);
