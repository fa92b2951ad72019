import { asText } from "../bare-record.ts";
import { setHeader } from "../provider/provider-request-draft.ts";
import { definePlace } from "./place.ts";

/** Headers that determine the target and framing of a request; only the product sets them. */
const FRAMING = new Set(["host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"]);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers of an imported API that the product or HTTP itself sets. */
const OURS = /^(?:authorization|accept|content-type|content-length|host|connection|transfer-encoding)$/i;

/** A header, in whatever case it is written. */
export const header = definePlace({
  type: "header",
  label: "header",
  summary: "A header.",
  phrase: "the header <name></name>",
  putSample: (sample, name, text) => {
    sample.headers[name.toLowerCase()] = text;
  },
  apiKeyIn: "header",
  isOneLine: true,
  refuses: (name) => (FRAMING.has(name.trim().toLowerCase()) ? `the header ${name} cannot be set.` : undefined),
  problem: (name) => (HEADER_NAME.test(name) ? undefined : "is not a header name."),
  swagger: (name) => (/^authorization$/i.test(name) ? undefined : "header"),
  fromOpenApi: ({ in: place, name }) => place === "header" && !OURS.test(name),
  read: (name) => {
    const lower = name.toLowerCase();
    return (incoming) => incoming.headers[lower];
  },
  write: (name) => (call, value) => setHeader(call.headers, name, asText(value)),
  readReply: (name) => {
    const lower = name.toLowerCase();
    return (reply) => reply.headers[lower];
  },
  writeReply: (name) => {
    const lower = name.toLowerCase();
    return (response, value) => {
      response.callerHeaders[lower] = asText(value);
    };
  },
});
