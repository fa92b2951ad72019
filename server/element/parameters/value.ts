import { lackingKeys } from "./lacking-keys.ts";
import { definePlace } from "./place.ts";
import { compileValue, namesIn } from "./value-template.ts";

/** The name itself is the value, with `${configuration.<key>}` filled. */
export const value = definePlace({
  type: "value",
  label: "value",
  summary: "The name is the value; ${configuration.<key>} in it is replaced.",
  phrase: "the value <name></name>",
  isLiteral: true,
  lacks: lackingKeys(namesIn),
  isForHooks: true,
  keys: namesIn,
  read: (name) => {
    const fill = compileValue(name);
    return (incoming) => fill(incoming.configuration);
  },
  write: (name) => (call, given) => {
    call.unsent[name] = given;
  },
  readReply: (name) => () => name,
});
