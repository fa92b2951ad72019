import { isObject, type Json, listOf, type Problem, textOf } from "./conversion.ts";
import { convertRequests, type DescribedRequest, formSample, jsonIn } from "./described-requests.ts";
import { defineFormat } from "./format.ts";

const ASSET = /^(?:image|font|audio|video)\/|^text\/(?:html|css|javascript)|javascript|wasm/i;

/** Requests that a browser or proxy recorded. Assets of pages are left out, and so is every value. */
export const har = defineFormat({
  type: "har",
  label: "HTTP archive (HAR)",
  isOf: ({ document }) => isObject(document) && isObject(document.log) && Array.isArray(document.log.entries),
  convert({ document }, choices) {
    const log = isObject(document) && isObject(document.log) ? document.log : {};
    const problems: Problem[] = [];
    const requests = listOf(log.entries).flatMap((entry, at) => requestOf(entry, `log.entries.${at}`));
    const hasCookies = requests.some(({ headers }) => headers.some(([name]) => /^cookie$/i.test(name)));
    if (hasCookies)
      problems.push({ place: "log.entries", message: "Cookies are not sent. Choose how the element authenticates." });
    return convertRequests({ title: "Recorded requests", isNamedAfterHost: true, requests, problems }, choices);
  },
});

function requestOf({ request, response }: Json, place: string): DescribedRequest[] {
  if (!isObject(request) || typeof request.url !== "string") return [];
  const reply = isObject(response) ? response : {};
  const content = isObject(reply.content) ? reply.content : {};
  const method = textOf(request.method) ?? "GET";
  if (/^(?:OPTIONS|CONNECT)$/i.test(method) || ASSET.test(String(content.mimeType ?? ""))) return [];
  const isSuccess = Number(reply.status) >= 200 && Number(reply.status) < 300;
  return [
    {
      place,
      name: "",
      method,
      url: request.url,
      headers: listOf(request.headers).flatMap(({ name, value }): [string, string][] =>
        typeof name === "string" ? [[name, String(value ?? "")]] : [],
      ),
      body: bodyOf(request.postData),
      replies: isSuccess
        ? [
            {
              headers: listOf(reply.headers).flatMap(({ name }) => textOf(name) ?? []),
              sample: jsonIn(textIn(content)),
            },
          ]
        : [],
    },
  ];
}

function textIn({ text, encoding }: Json): unknown {
  if (encoding !== "base64" || typeof text !== "string") return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function bodyOf(data: unknown): DescribedRequest["body"] {
  if (!isObject(data)) return undefined;
  const contentType = String(data.mimeType ?? "application/json")
    .split(";", 1)
    .join()
    .trim();
  const fields = listOf(data.params).flatMap(({ name, fileName }) =>
    typeof name === "string" ? [{ name, isFile: fileName !== undefined }] : [],
  );
  if (fields.length > 0) return { contentType, sample: formSample(fields) };
  if (/x-www-form-urlencoded/i.test(contentType))
    return {
      contentType,
      sample: formSample([...new URLSearchParams(String(data.text ?? "")).keys()].map((name) => ({ name }))),
    };
  return { contentType, sample: jsonIn(data.text) };
}
