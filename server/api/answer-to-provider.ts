import type { HookResponse } from "#server/event/event-hook.ts";
import { Answer } from "./handler.ts";

/** A response in the words of a hook or of the provider itself: it never acts as a page of ours (E13). */
export function answerToProvider({ code, body, contentType }: HookResponse) {
  const isText = typeof body === "string" && !/\bjson\b/i.test(contentType ?? "");
  const type = /^text\/(?:plain|xml)\b[\w\s;=-]*$/i.test(contentType ?? "") ? contentType : "text/plain; charset=utf-8";
  const headers = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    ...(isText && type && { "content-type": type }),
  };
  return new Answer<unknown>(body ?? {}, { status: code, headers });
}
