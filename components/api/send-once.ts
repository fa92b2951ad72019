"use client";

/** After that time a user who does the same means another change. */
const KEPT_MS = 5 * 60_000;

/** By what was sent: changes that the server did not confirm. */
const unconfirmed = new Map<string, { key: string; until: number }>();

const HEADER = "idempotency-key";

/** Sends a request with these headers. */
type Send = (headers: Readonly<Record<string, string>>) => Promise<Response>;

/**
 * Sends a change with a key by which the server recognizes it (`server/api/trpc/once.ts`). If its response is lost, the same change
 * has the same key when the user tries again, so that it happens once. `change` is the text of all that was sent, or describes it.
 */
export async function sendOnce(change: string, send: Send, signal?: AbortSignal | null): Promise<Response> {
  const key = keyOf(change);
  let isConfirmed = false;
  try {
    const response = await send({ [HEADER]: key });
    // The connection may break before the end of the response.
    const body = await response.text();
    isConfirmed = response.ok;
    // After another change the user means a new one.
    if (isConfirmed && response.headers.has(HEADER)) unconfirmed.clear();
    return new Response(body, response);
  } finally {
    // The server does not store a refusal: the same key is new to it. After canceling, the user means another change.
    if (isConfirmed || signal?.aborted) unconfirmed.delete(change);
    else unconfirmed.set(change, { key, until: Date.now() + KEPT_MS });
  }
}

function keyOf(change: string): string {
  for (const [other, { until }] of unconfirmed) if (until < Date.now()) unconfirmed.delete(other);
  return unconfirmed.get(change)?.key ?? newKey();
}

/** `randomUUID` needs HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
