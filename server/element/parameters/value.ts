import { definePlace } from "./place.ts";
import { compileValue } from "./value-template.ts";

/** The name itself is the value, with `${configuration.<key>}` filled. */
export const value = definePlace({
  type: "value",
  label: "value",
  read: (name) => {
    const fill = compileValue(name);
    return (incoming) => fill(incoming.configuration);
  },
  write: (name) => (call, given) => {
    call.unsent[name] = given;
  },
  readReply: (name) => () => name,
});
