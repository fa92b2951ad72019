import type { Json } from "./conversion.ts";
import { addressRank } from "./curl-address.ts";
import type { Arguments } from "./curl-arguments.ts";
import { bodyOf, type Data, dataOf, namesOf, type Part, partsOf } from "./curl-body.ts";
import { type DescribedRequest, formSample } from "./described-requests.ts";

/** A request as the options of a command describe it. */
type Draft = {
  method?: string;
  addresses: string[];
  headers: [string, string][];
  data: Data[];
  parts: Part[];
  query: string[];
  security?: Json | undefined;
  isQuery?: boolean;
  isJson?: boolean;
  isUpload?: boolean;
  /** An option for authentication that no description can name. */
  signing?: string;
  problems: Set<string>;
};

const COOKIES = "Cookies are not sent. Choose how the element authenticates.";
const CERTIFICATE = "The certificate of the client is not imported.";
const NO_HEADER = "A header without a name is left out.";
const NO_NAME = "A part of the form without a name is left out.";
const NO_ADDRESS = "The address after --url is none. It is left out.";

const basic = { type: "http", scheme: "basic" };
const certificate: Reader = ({ problems }) => problems.add(CERTIFICATE);
const signing =
  (option: string): Reader =>
  (draft) => {
    draft.signing = option;
  };
const data =
  (option: string): Reader =>
  (draft, value, input) => {
    draft.isJson ||= option === "json";
    draft.data.push(dataOf(option, value, input));
  };
const form =
  (isText: boolean): Reader =>
  ({ parts, problems }, value) => {
    const found = partsOf(value, isText);
    parts.push(...found);
    if (found.length === 0) problems.add(NO_NAME);
  };

type Reader = (draft: Draft, value: string, input: string | undefined) => unknown;

/** The options that matter to a request; others are read over with their values. */
const READERS: Readonly<Record<string, Reader>> = {
  request: (draft, value) => {
    draft.method = value;
  },
  head: (draft) => {
    draft.method ??= "HEAD";
  },
  get: (draft) => {
    draft.isQuery = true;
  },
  url: ({ addresses, problems }, value) => (addressRank(value) > 0 ? addresses.push(value) : problems.add(NO_ADDRESS)),
  "url-query": ({ query }, value) =>
    query.push(...namesOf(dataOf("data-urlencode", value.replace(/^\+/, ""), undefined))),
  user: (draft) => {
    draft.security = basic;
  },
  netrc: (draft) => {
    draft.security = basic;
  },
  "netrc-file": (draft) => {
    draft.security = basic;
  },
  "oauth2-bearer": (draft) => {
    draft.security = { type: "http", scheme: "bearer" };
  },
  digest: signing("--digest"),
  ntlm: signing("--ntlm"),
  negotiate: signing("--negotiate"),
  "aws-sigv4": signing("--aws-sigv4"),
  cookie: ({ problems }) => problems.add(COOKIES),
  cert: certificate,
  key: certificate,
  config: ({ problems }) => problems.add("Options in the file of --config are not read."),
  header: ({ headers, problems }, value) => {
    const [, name, text = ""] = /^([\w!#$%&'*+.^`|~-]+)[ \t]*[:;](.*)$/s.exec(value) ?? [];
    if (name === undefined) problems.add(NO_HEADER);
    else if (/^cookie$/i.test(name)) problems.add(COOKIES);
    else if (text.trim() !== "" || value.endsWith(";")) headers.push([name, text.trim()]);
  },
  data: data("data"),
  "data-ascii": data("data"),
  "data-binary": data("data"),
  "data-raw": data("data-raw"),
  "data-urlencode": data("data-urlencode"),
  json: data("json"),
  form: form(false),
  "form-string": form(true),
  "upload-file": (draft) => {
    draft.isUpload = true;
  },
};

/** The requests of some options, one for each address; `problems` are about what is not imported of them. */
export function requestsOf(
  { options }: Arguments,
  { addresses, place, input }: { addresses: readonly string[]; place: string; input: string | undefined },
): { requests: DescribedRequest[]; problems: Set<string> } {
  const draft: Draft = { addresses: [], headers: [], data: [], parts: [], query: [], problems: new Set() };
  for (const { name, value } of options) if (Object.hasOwn(READERS, name)) READERS[name]?.(draft, value, input);
  const { problems, signing: option } = draft;
  if (option !== undefined) problems.add(`${option} is not imported. Choose how the element authenticates.`);
  const type = typeOf(draft.headers);
  const body = draft.isQuery ? undefined : sentBody(draft, type, problems);
  const query = [...draft.query, ...(draft.isQuery ? draft.data.flatMap(namesOf) : [])];
  const rest = {
    ...{ place, name: "", replies: [], headers: draft.headers, body },
    security: option === undefined ? draft.security : undefined,
    method: draft.method ?? (draft.isUpload ? "PUT" : body ? "POST" : "GET"),
  };
  const requests = [...draft.addresses, ...addresses].map((address) => ({ ...rest, url: withQuery(address, query) }));
  return { requests, problems };
}

function sentBody(draft: Draft, type: string | undefined, problems: Set<string>): DescribedRequest["body"] {
  if (draft.parts.length > 0) return { contentType: "multipart/form-data", sample: formSample(draft.parts) };
  if (draft.isUpload) return { contentType: type ?? "application/octet-stream", sample: undefined };
  const body = bodyOf(draft.data, { type, isJson: draft.isJson === true });
  if (/^multipart\//i.test(body?.contentType ?? "") && body?.sample === undefined)
    problems.add("The fields of the form are not readable. They are left out.");
  return body;
}

/** The type of the body in a header, if it is one. */
function typeOf(headers: readonly (readonly [string, string])[]): string | undefined {
  const [, value = ""] = headers.find(([name]) => /^content-type$/i.test(name)) ?? [];
  return /^\s*([\w.+-]+\/[\w.+-]+)\s*(?:;|$)/.exec(value)?.[1];
}

function withQuery(address: string, names: readonly string[]): string {
  if (names.length === 0) return address;
  const [plain = ""] = address.split("#", 1);
  return `${plain}${plain.includes("?") ? "&" : "?"}${names.map((name) => `${name}=`).join("&")}`;
}
