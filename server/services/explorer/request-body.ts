/** `content` is in Base64. */
export type SentFile = { fileName: string; contentType: string; content: string };

export type SentBody = {
  /** A value, or text as it is sent. */
  body?: unknown;
  /** The fields of a form in place of a body; with a file it is sent as multipart. */
  form?: Readonly<Record<string, string | SentFile>> | undefined;
};

/** The body of a request, and its type unless the body brings its own. */
export function bodyOf({ body, form }: SentBody): { body?: BodyInit; contentType?: string } {
  if (form) {
    const isPlain = Object.values(form).every((value) => typeof value === "string");
    return { body: isPlain ? new URLSearchParams(form as Record<string, string>) : multipart(form) };
  }
  if (body === undefined) return {};
  return { body: typeof body === "string" ? body : JSON.stringify(body), contentType: "application/json" };
}

function multipart(form: Readonly<Record<string, string | SentFile>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form))
    if (typeof value === "string") data.append(name, value);
    else
      data.append(name, new Blob([Buffer.from(value.content, "base64")], { type: value.contentType }), value.fileName);
  return data;
}
