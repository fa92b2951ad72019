"use client";

/** A refusal with the id of its request, or, without `data`, a request that got no response. */
export class FormError extends Error {
  readonly data: { requestId: string } | undefined;

  constructor(message: string, data?: { requestId: string }) {
    super(message);
    this.data = data;
  }
}

/** A file to send, or text as one. */
export type Source = { file: Blob; name: string };

/**
 * Files are too large for tRPC: they are sent as a form, after a part with the `options`, or of the name `part`. Throws a
 * FormError.
 */
export async function sendForm<Reply>(
  path: string,
  { file, name }: Source,
  options?: object,
  part = "options",
): Promise<Reply> {
  const form = new FormData();
  if (options) form.set(part, JSON.stringify(options));
  form.set("file", file, name);
  const response = await fetch(path, { method: "POST", body: form }).catch(() => undefined);
  const reply = await response?.json().catch(() => undefined);
  if (response?.ok && reply) return reply as Reply;
  throw reply ? new FormError(String(reply.message), { requestId: String(reply.requestId) }) : new FormError("");
}
