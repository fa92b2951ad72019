import type { Place } from "./place.ts";

/** Nowhere: only hooks see it, in `request_parameters`. */
export const noOp: Place = {
  name: "no-op",
  label: "parameter",
  write: (name) => (call, value) => {
    call.unsent[name] = value;
  },
};
