import type { HookResponse } from "#server/event/event-hook.ts";
import { CustomResponse } from "./handler.ts";

/** A response to a provider, defined by a hook or by the provider itself. It never runs as a page of ours (E13). */
export function providerResponse({ code, body, contentType }: HookResponse) {
  const isText = typeof body === "string" && !/\bjson\b/i.test(contentType ?? "");
  const type = /^text\/(?:plain|xml)\b[\w\s;=-]*$/i.test(contentType ?? "") ? contentType : "text/plain; charset=utf-8";
  const headers = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    ...(isText && type && { "content-type": type }),
  };
  return new CustomResponse<unknown>(body ?? {}, { status: code, headers });
}
