import { isObject, type Json, listOf, textOf } from "./conversion.ts";
import { convertRequests, type DescribedRequest, formSample, jsonIn } from "./described-requests.ts";
import { multipartFields } from "./form-text.ts";
import { defineFormat } from "./format.ts";
import { formNames, isFieldName, otherSchemeOf } from "./request-target.ts";

const ASSET = /^(?:image|font|audio|video)\/|^text\/(?:html|css|javascript)|javascript|wasm/i;
const COOKIES = "Cookies are not sent. Choose how the element authenticates.";
const UNREADABLE = "The fields of the form are not readable. They are left out.";

/** The entries that are left out; the first that is one counts it. */
const LEFT_OUT: readonly { is: (entry: Json) => boolean; problem: string }[] = [
  {
    is: ({ request }) => !isObject(request) || typeof request.url !== "string",
    problem: "Entries without a request are left out",
  },
  {
    is: (entry) => /^(?:OPTIONS|CONNECT)$/i.test(methodOf(entry)),
    problem: "Preflight requests and tunnels are left out",
  },
  {
    is: (entry) =>
      /^(?:GET|HEAD)$/i.test(methodOf(entry)) && isOfHttp(entry) && ASSET.test(String(contentOf(entry).mimeType ?? "")),
    problem: "Pages, scripts, styles and images are left out",
  },
];

/** Requests that a browser or proxy recorded. Assets of pages are left out, and so is every value. */
export const har = defineFormat({
  type: "har",
  label: "HTTP archive (HAR)",
  isOf: ({ document }) => isObject(document) && isObject(document.log) && Array.isArray(document.log.entries),
  convert({ document }, choices) {
    const log = isObject(document) && isObject(document.log) ? document.log : {};
    const entries = (Array.isArray(log.entries) ? log.entries : []).map((entry) => (isObject(entry) ? entry : {}));
    const counts = LEFT_OUT.map(() => 0);
    const requests = entries.flatMap((entry, at) => {
      const reason = LEFT_OUT.findIndex(({ is }) => is(entry));
      if (reason < 0) return requestOf(entry, `log.entries.${at}`);
      counts[reason] = (counts[reason] ?? 0) + 1;
      return [];
    });
    const hasCookies = requests.some(({ headers }) => headers.some(([name]) => /^cookie$/i.test(name)));
    const messages = LEFT_OUT.map(({ problem }, at) => (counts[at] ? `${problem} (${counts[at]}).` : ""));
    const problems = [
      ...[hasCookies ? COOKIES : "", ...messages]
        .filter((message) => message)
        .map((message) => ({ place: "log.entries", message })),
      ...requests
        .filter(({ body }) => /^multipart\//i.test(body?.contentType ?? "") && body?.sample === undefined)
        .map(({ place }) => ({ place, message: UNREADABLE })),
    ];
    return convertRequests({ title: "Recorded requests", isNamedAfterHost: true, requests, problems }, choices);
  },
});

const methodOf = ({ request }: Json): string => (isObject(request) ? textOf(request.method) : undefined) ?? "GET";
const isOfHttp = ({ request }: Json): boolean => isObject(request) && otherSchemeOf(String(request.url)) === undefined;
const contentOf = ({ response }: Json): Json =>
  isObject(response) && isObject(response.content) ? response.content : {};

function requestOf(entry: Json, place: string): DescribedRequest {
  const { response } = entry;
  const request = isObject(entry.request) ? entry.request : {};
  const reply = isObject(response) ? response : {};
  const isSuccess = Number(reply.status) >= 200 && Number(reply.status) < 300;
  return {
    place,
    name: "",
    method: methodOf(entry),
    url: String(request.url),
    headers: listOf(request.headers).flatMap(({ name, value }): [string, string][] =>
      typeof name === "string" ? [[name, String(value ?? "")]] : [],
    ),
    body: bodyOf(request.postData),
    replies: isSuccess
      ? [
          {
            headers: listOf(reply.headers).flatMap(({ name }) => textOf(name) ?? []),
            sample: jsonIn(textIn(contentOf(entry))),
          },
        ]
      : [],
  };
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
    typeof name === "string" && isFieldName(name) ? [{ name, isFile: fileName !== undefined }] : [],
  );
  if (fields.length > 0) return { contentType, sample: formSample(fields) };
  const text = textOf(data.text) ?? "";
  if (/x-www-form-urlencoded/i.test(contentType))
    return { contentType, sample: formSample(formNames(text).map((name) => ({ name }))) };
  if (/^multipart\//i.test(contentType)) {
    const parts = multipartFields(text);
    return { contentType, sample: parts.length > 0 ? formSample(parts) : undefined };
  }
  return { contentType, sample: jsonIn(data.text) };
}
