import { asText } from "../bare-record.ts";
import { definePlace } from "./place.ts";

/** The configuration of the instance. What is written there is kept. */
export const configuration = definePlace({
  type: "configuration",
  label: "configuration value",
  summary: "A value of the configuration of the element instance, named by its key.",
  keys: (name) => [name],
  isStored: true,
  read: (name) => (incoming) =>
    Object.hasOwn(incoming.configuration, name) ? incoming.configuration[name] : undefined,
  write: (name) => (call, value) => {
    call.changes[name] = asText(value);
  },
  writeReply: (name) => (_answer, value, save) => save(name, asText(value)),
});
