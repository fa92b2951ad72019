"use client";

import { pageOwnerHeaders } from "./page-owner.ts";
import { sendOnce } from "./send-once.ts";

/** For a refusal, the id of its request, and the field with the problem, if there is one. */
type Refusal = { status?: number; requestId: string; field?: string | undefined };

/** A refusal, or, without `data`, a request without a response. */
export class FormError extends Error {
  readonly data: Refusal | undefined;

  constructor(message: string, data?: Refusal) {
    super(message);
    this.data = data;
  }
}

/** A file to send, or text as a file. */
export type Source = { file: Blob; name: string };

/** Sends a form, since files are too large for tRPC. Throws a FormError. */
export async function sendForm<Reply>(path: string, { file, name }: Source, options?: object): Promise<Reply> {
  const form = new FormData();
  const settings = options ? JSON.stringify(options) : "";
  if (options) form.set("options", settings);
  form.set("file", file, name);
  const change = [path, name, settings, await file.text()].join("\n");
  return replyIn(
    sendOnce(change, (headers) =>
      fetch(path, { method: "POST", body: form, headers: { ...headers, ...pageOwnerHeaders() } }),
    ),
  );
}

type Upload = { file: File; signal: AbortSignal; onProgress: (sent: number, total: number) => void };

/** Sends a form with a file of any size, which the browser reads while sending. Throws a FormError. */
export function sendLargeForm<Reply>(path: string, fields: Record<string, string>, upload: Upload): Promise<Reply> {
  const { file, ...sending } = upload;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file, file.name);
  const change = [path, file.name, file.size, file.lastModified, JSON.stringify(fields)].join("\n");
  return replyIn(sendOnce(change, (headers) => post(path, { ...sending, form, headers })));
}

/** `fetch` does not report progress. */
function post(
  path: string,
  {
    form,
    headers,
    signal,
    onProgress,
  }: Omit<Upload, "file"> & { form: FormData; headers: Readonly<Record<string, string>> },
): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    for (const event of ["error", "abort", "timeout"]) request.addEventListener(event, reject);
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", path);
    for (const [name, value] of Object.entries({ ...headers, ...pageOwnerHeaders() }))
      request.setRequestHeader(name, value);
    request.send(form);
  });
}

async function replyIn<Reply>(sending: Promise<Response>): Promise<Reply> {
  const response = await sending.catch(() => undefined);
  const reply = await response?.json().catch(() => undefined);
  if (response?.ok && reply) return reply as Reply;
  const { message, requestId, field } = (reply ?? {}) as Record<string, unknown>;
  throw reply
    ? new FormError(String(message), {
        ...(response && { status: response.status }),
        requestId: String(requestId),
        field: field as string | undefined,
      })
    : new FormError("");
}
