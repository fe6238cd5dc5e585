// What breaks nothing, and no honest server does; looked at only where nothing is wrong.

import { sentence } from "../sentences.js";
import { Wrong } from "./record.js";
import { isStartSigned } from "./signatures.js";

export async function doubtsAbout({ started }) {
  if (!started?.data.host_key || started.data.practice || await isStartSigned(started)) return [];
  return [new Wrong(started, sentence("start_unsigned"))];
}
