import { isRecord } from "../bare-record.ts";
import type { Incoming } from "../incoming.ts";
import { isFilePart } from "../ports.ts";
import { FORM, headerOf, type ProviderRequestDraft, setHeader } from "../provider/provider-request-draft.ts";
import { fillBody } from "./body-template.ts";
import { definePlace } from "./place.ts";
import { sampleValue } from "./sample-value.ts";

/** The whole body: of several objects the fields come together, anything else takes the place of what was there. */
export const body = definePlace({
  type: "body",
  label: "body",
  summary: "The whole body. A value that goes there is a template with tokens.",
  phrase: "the body",
  isNameless: true,
  putSample: (sample, _, text) => {
    sample.body = sampleValue(text);
  },
  body: "whole",
  bringsFiles: true,
  keepsFiles: true,
  rank: 2,
  literal: { rank: 1, write: (call, text) => writeBody(call, fillBody(text, call.tokens)) },
  swagger: () => "body",
  read: () => (incoming) => incoming.body ?? incoming.form ?? incoming.stream,
  write: () => (call, value, incoming) => {
    writeBody(call, value);
    setRawType(call, incoming);
  },
  readReply: () => (reply) => reply.body,
  writeReply: () => (response, value) => {
    response.body = isRecord(response.body) && isRecord(value) ? { ...response.body, ...value } : value;
  },
});

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*(?:"[^"]*"|[^\s;]*)/i;

/** Text of our caller that is not JSON keeps its type; it is sent in UTF-8, whatever its charset was. */
export function setRawType(call: ProviderRequestDraft, { body, headers }: Pick<Incoming, "body" | "headers">): void {
  const type = headers["content-type"];
  if (typeof body !== "string" || call.body !== body || type === undefined || JSON_TYPE.test(type)) return;
  setHeader(call.headers, "Content-Type", type.replace(CHARSET, "; charset=utf-8"));
}

export function writeBody(call: ProviderRequestDraft, value: unknown): void {
  const isMerged = isRecord(call.body) && isRecord(value) && !isFilePart(call.body) && !isFilePart(value);
  call.body = isMerged ? { ...(call.body as object), ...value } : value;
  if (isFilePart(value)) setHeader(call.headers, "Content-Type", value.contentType);
}

/** Adds fields to a form, whatever the body was before. */
export function writeFormField(call: ProviderRequestDraft, name: string, value: unknown): void {
  const isForm = headerOf(call.headers, "content-type")?.startsWith(FORM);
  setHeader(call.headers, "Content-Type", isForm ? (headerOf(call.headers, "content-type") ?? FORM) : FORM);
  call.body = {
    ...(isRecord(call.body) && !isFilePart(call.body) ? call.body : {}),
    ...(isRecord(value) && !isFilePart(value) ? value : { [name]: value }),
  };
}
