import { definePlace } from "./place.ts";

/** No target: only hooks see it, in `request_parameters`. */
export const noOp = definePlace({
  type: "no-op",
  label: "parameter",
  summary: "Not sent to the provider; hooks read it from request_parameters.",
  phrase: "nothing",
  isNameless: true,
  isForHooks: true,
  side: "provider",
  keepsFiles: true,
  write: (name) => (call, value) => {
    call.unsent[name] = value;
  },
});
