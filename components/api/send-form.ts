"use client";

/** For a refusal, the id of its request, and the field with the problem, if there is one. */
type Refusal = { requestId: string; field?: string | undefined };

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
  if (options) form.set("options", JSON.stringify(options));
  form.set("file", file, name);
  const response = await fetch(path, { method: "POST", body: form }).catch(() => undefined);
  return replyIn<Reply>(response?.ok, await response?.json().catch(() => undefined));
}

type Sending = { signal: AbortSignal; onProgress: (sent: number, total: number) => void };

/** Sends a form with a file of any size, which the browser reads while sending. `fetch` does not report progress. */
export function sendLargeForm<Reply>(path: string, form: FormData, { signal, onProgress }: Sending): Promise<Reply> {
  return new Promise<Reply>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const settle = () => {
      try {
        resolve(replyIn<Reply>(request.status >= 200 && request.status < 300, request.response));
      } catch (error) {
        reject(error);
      }
    };
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    for (const event of ["load", "error", "abort", "timeout"]) request.addEventListener(event, settle);
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", path);
    request.send(form);
  });
}

function replyIn<Reply>(isOk: boolean | undefined, reply: unknown): Reply {
  if (isOk && reply) return reply as Reply;
  const { message, requestId, field } = (reply ?? {}) as Record<string, unknown>;
  throw reply
    ? new FormError(String(message), { requestId: String(requestId), field: field as string | undefined })
    : new FormError("");
}
