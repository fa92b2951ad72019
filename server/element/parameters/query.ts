import { isRecord } from "../bare-record.ts";
import { queryValue } from "../incoming.ts";
import { definePlace } from "./place.ts";

/** A query parameter. The fields of an object, such as a body, become separate parameters. */
export const query = definePlace({
  type: "query",
  label: "query parameter",
  summary: "A query parameter.",
  phrase: "the query parameter <name></name>",
  putSample: (sample, name, text) => {
    sample.query[name] = text;
  },
  takesPaging: true,
  apiKeyIn: "query",
  swagger: () => "query",
  fromOpenApi: ({ in: place }) => place === "query",
  read: (name) => (incoming) => queryValue(incoming, name),
  write: (name) => (call, value) => {
    if (isRecord(value)) for (const [field, inner] of Object.entries(value)) call.query[field] = inner;
    else call.query[name] = value;
  },
});
