import { MASK } from "../account/mask.ts";
import { Failure } from "../errors.ts";
import { AUTH_TYPES } from "./auth/registry.ts";
import { isSecret } from "./auth/secrets.ts";
import { asText } from "./bare-record.ts";
import { exchange } from "./call/exchange.ts";
import { keysOf } from "./definition/own-credentials.ts";
import { pageRequest, placeOf } from "./pagination/paging.ts";
import { type SampleValue, sampleRequest } from "./parameters/sample-inputs.ts";
import { compileElement } from "./plan.ts";
import { type Configuration, type ElementPorts, isFilePart, isMultipart, type ProviderRequest } from "./ports.ts";
import { parseWhere } from "./query/where.ts";
import { withoutHub } from "./resource-path.ts";
import { looseSession } from "./session.ts";
import type { Element, Resource } from "./shape.ts";

/** A request to the provider, or the text and values of a statement of SQL. */
export type PreviewedRequest = { method: string; url: string; headers: Record<string, string>; body: string };
export type Preview = { ok: true; request: PreviewedRequest } | { ok: false; message: string };

type Sample = { values: readonly SampleValue[]; now: Date };

/**
 * The request that a resource of the element makes for sample values, by the code that makes it for callers, except for
 * hooks: they run in the sandbox only.
 */
export async function previewRequest(element: Element, resource: Resource, sample: Sample): Promise<Preview> {
  let sent: PreviewedRequest | undefined;
  const capture = (request: PreviewedRequest) => {
    sent = request;
    throw new Failure("unavailable", "Previews are not sent.");
  };
  try {
    await exchange(linkOf(element, resource, sample, portsThat(capture, sample.now)));
  } catch (error) {
    if (sent) return { ok: true, request: sent };
    if (error instanceof Failure) return { ok: false, message: error.message };
    throw error;
  }
  return { ok: false, message: "The resource is answered by the platform and makes no request." };
}

function linkOf(element: Element, given: Resource, { values }: Sample, ports: ElementPorts) {
  const target: Resource = { ...given, hooks: [] };
  const plan = compileElement({ ...element, hooks: [], resources: [target] });
  const [resource] = plan.resources;
  if (!resource) throw new Error("The preview has no resource.");
  const sample = sampleRequest(values);
  const configuration = configurationOf(element, target);
  const session = looseSession(plan, configuration);
  const { settings } = session;
  const place = resource.paging.isList ? placeOf(sample.query, { resource, settings }, ANY_SEAL) : null;
  const { paging, follows } = pageRequest(place, sample.query, { resource, settings });
  const { where } = sample.query;
  const incoming = {
    method: target.method,
    path: withoutHub(target.path),
    headers: sample.headers,
    query: sample.query,
    pathVariables: sample.pathVariables,
    body: sample.body,
    ...(Object.keys(sample.form).length > 0 && { form: sample.form }),
    place,
    paging,
    where: where === undefined ? null : { text: where, parsed: parseWhere(where) },
    configuration,
    idempotencyKey: undefined,
    contents: new Map(),
    previous: { body: sample.previousBody, headers: {} },
  };
  const signal = new AbortController().signal;
  return { plan, resource, incoming, follows, session, ports, signal };
}

/**
 * The default values of the element. Values that a request reads although they have no default are shown by their keys,
 * secrets as stars.
 */
function configurationOf(element: Element, { parameters }: Resource): Configuration {
  const defaults = element.configuration.flatMap(({ key, defaultValue }) =>
    defaultValue ? [[key, defaultValue]] : [],
  );
  const given = new Map(defaults as [string, string][]);
  const isRead = [...element.parameters, ...parameters].flatMap(keysOf);
  const inAddress = Array.from(given.get("base.url")?.matchAll(/\{([^{}/]+)\}/g) ?? [], ([, key = ""]) => key);
  const ofType = AUTH_TYPES[element.authentication.type].configuration.map(({ key }) => key);
  for (const key of [...isRead, ...inAddress, ...ofType])
    if (!given.has(key) && !IS_TIME.test(key)) given.set(key, key.replaceAll(/[^\w]+/g, "-"));
  return Object.fromEntries([...given].map(([key, value]) => [key, isSecret(element, key) ? MASK : value]));
}

/** Times and lifetimes are no texts. */
const IS_TIME = /^oauth\.user\.(refresh_|expires)/;

/** A preview sends nothing, so it may show any address. */
const ANY_SEAL = () => "";

const refuse = () => Promise.reject(new Failure("badRequest", "A preview makes no other request."));

const portsThat = (capture: (request: PreviewedRequest) => never, now: Date): ElementPorts => ({
  send: async (request) => capture(shown(request)),
  sql: async ({ url, text, values }) =>
    capture({ method: "SQL", url, headers: {}, body: `${text}\n\n${JSON.stringify(values, null, 2)}` }),
  hook: refuse,
  formula: refuse,
  // The sandbox of the server writes XML; the fields of the message say what it contains.
  xml: { parse: (text) => text, write: (value) => JSON.stringify(value, null, 2) },
  refresh: async () => null,
  saveConfiguration: async () => {},
  now: () => now,
  nonce: () => "preview",
  seal: ANY_SEAL,
});

const shown = ({ method, url, headers, body }: ProviderRequest): PreviewedRequest => ({
  method,
  url,
  headers,
  body: textOf(body),
});

function textOf(body: ProviderRequest["body"]): string {
  if (body === undefined || typeof body === "string") return body ?? "";
  if (!isMultipart(body)) return "";
  return body.parts
    .map(([name, part]) => `${name}: ${isFilePart(part) ? (part.text ?? part.fileName) : asText(part)}`)
    .join("\n");
}
