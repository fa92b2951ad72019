import { asText } from "../bare-record.ts";
import { setHeader } from "../provider/provider-call.ts";
import { definePlace } from "./place.ts";

/** A header, in whatever case it is written. */
export const header = definePlace({
  type: "header",
  label: "header",
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
    return (answer, value) => {
      answer.told[lower] = asText(value);
    };
  },
});
