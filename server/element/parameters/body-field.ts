import { parseDataPath, readField, writeAt } from "../data-path.ts";
import { definePlace } from "./place.ts";
import { sampleValue } from "./sample-value.ts";

/** A field of the body, by a path such as `address.city`; missing parents are created. */
export const bodyField = definePlace({
  type: "bodyField",
  label: "field of the body",
  summary: "A field of the body, named by a path such as address.city.",
  phrase: "the field <name></name> of the body",
  putSample: (sample, name, text) => {
    sample.body = writeAt(sample.body, parseDataPath(name), sampleValue(text));
  },
  body: "field",
  bringsFiles: true,
  rank: 3,
  swagger: () => "body",
  read: (name) => {
    const path = parseDataPath(name);
    return (incoming) => readField(incoming.body ?? incoming.form, name, path);
  },
  write: (name) => {
    const path = parseDataPath(name);
    return (call, value) => {
      call.body = writeAt(call.body, path, value);
    };
  },
  readReply: (name) => {
    const path = parseDataPath(name);
    return (reply) => readField(reply.body, name, path);
  },
  writeReply: (name) => {
    const path = parseDataPath(name);
    return (response, value) => {
      response.body = writeAt(response.body, path, value);
    };
  },
});
