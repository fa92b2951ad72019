import { definePlace } from "./place.ts";

/** Nowhere: only hooks see it, in `request_parameters`. */
export const noOp = definePlace({
  type: "no-op",
  label: "parameter",
  side: "provider",
  keepsFiles: true,
  write: (name) => (call, value) => {
    call.unsent[name] = value;
  },
});
