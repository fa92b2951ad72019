import { asText } from "../bare-record.ts";
import { lackingKeys } from "./lacking-keys.ts";
import { definePlace } from "./place.ts";

/** The configuration of the instance. Values that are written here are stored. */
export const configuration = definePlace({
  type: "configuration",
  label: "configuration value",
  summary: "A value of the configuration of the element instance, named by its key.",
  phrase: "the configuration value <name></name>",
  lacks: lackingKeys((name) => [name]),
  putSample: (sample, name, text) => {
    sample.configuration[name] = text;
  },
  keys: (name) => [name],
  isStored: true,
  read: (name) => (incoming) =>
    Object.hasOwn(incoming.configuration, name) ? incoming.configuration[name] : undefined,
  write: (name) => (call, value) => {
    call.changes[name] = asText(value);
  },
  writeReply: (name) => (_response, value, save) => save(name, asText(value)),
});
