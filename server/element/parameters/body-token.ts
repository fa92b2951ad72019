import type { Place } from "./place.ts";

/** `{name}` in the template of the body that a `value → body` parameter gave. */
export const bodyToken: Place = {
  name: "bodyToken",
  label: "token of the body",
  write: (name) => (call, value) => {
    call.tokens[name] = value;
  },
};
