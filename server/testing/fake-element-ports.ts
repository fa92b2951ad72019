import { performCall } from "#server/element/call.ts";
import type { HubRequest } from "#server/element/hub-request.ts";
import { compileElement } from "#server/element/plan.ts";
import type {
  ElementPorts,
  HookInvocation,
  HookResult,
  ProviderRequest,
  ProviderResponse,
  SqlQuery,
  SqlResult,
} from "#server/element/ports.ts";
import { type Element, elementSchema, resourceSchema } from "#server/element/shape.ts";

const refuse = () => Promise.reject(new Error("The test did not expect this port to be used."));

/** Ports for tests of hub requests: only the test's responses exist. */
export const fakePorts = (given: Partial<ElementPorts> = {}): ElementPorts => ({
  send: refuse,
  sql: refuse,
  hook: refuse,
  xml: { parse: (text) => ({ parsed: text }), write: (value) => `<xml>${JSON.stringify(value)}</xml>` },
  refresh: async () => null,
  saveConfiguration: async () => {},
  formula: refuse,
  now: () => new Date("2026-01-01T12:00:00Z"),
  nonce: () => "nonce-1",
  seal: (text) => `sealed-${text.length}-${[...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1e9, 7)}`,
  ...given,
});

type CannedResponse = Partial<ProviderResponse> | Error | ((request: ProviderRequest) => Partial<ProviderResponse>);

/** A provider that sends the given responses in order, then repeats the last, and records its requests. */
export function aProvider(...responses: CannedResponse[]) {
  const requests: ProviderRequest[] = [];
  const send: ElementPorts["send"] = async (request) => {
    const response = responses[Math.min(requests.length, responses.length - 1)] ?? { body: [] };
    requests.push(request);
    if (response instanceof Error) throw response;
    const headers = { "content-type": "application/json" };
    return { code: 200, headers, ...(typeof response === "function" ? response(request) : response) };
  };
  return { requests, send };
}

/** A sandbox that runs scripts as JavaScript in this process: `done(value)` or, for legacy ones, `return`. */
export function hooksThat(record: HookInvocation[] = []): ElementPorts["hook"] {
  return async (call): Promise<HookResult> => {
    record.push(call);
    const names = Object.keys(call.variables);
    let given: unknown;
    try {
      const script = new Function(...names, "done", call.body);
      const returned: unknown = script(
        ...names.map((name) => structuredClone(call.variables[name])),
        (value: unknown) => {
          given = value;
        },
      );
      return { ok: true, value: given ?? returned, console: [] };
    } catch (error) {
      return { ok: false, error: String(error), console: [] };
    }
  };
}

export const database = (reply: SqlResult) => {
  const queries: SqlQuery[] = [];
  const sql: ElementPorts["sql"] = async (query) => {
    queries.push(query);
    return reply;
  };
  return { queries, sql };
};

/** The bytes of a provider's response or of an upload. */
export function bytesOf(...chunks: string[]) {
  const stream = {
    isCancelled: false,
    cancel: () => {
      stream.isCancelled = true;
    },
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield new TextEncoder().encode(chunk);
    },
  };
  return stream;
}

export const CONFIGURATION = { "base.url": "https://api.example.com/v1" };

type Written = Record<string, unknown>;

/** An element with the resources, each `[method, path, more]`. */
export const anElement = (resources: Written[], more: Written = {}): Element =>
  elementSchema.parse({
    name: "Example",
    key: "example",
    description: "",
    hub: "crm",
    authentication: { type: "custom" },
    resources: resources.map((resource) => aResource(resource)),
    ...more,
  });

export const aResource = (written: Written) =>
  resourceSchema.parse({ method: "GET", path: "/hubs/crm/contacts", vendorPath: "/people", ...written });

/** A parameter in one line: `query email -> query mail`. */
export function parameter(line: string, more: Written = {}): Written {
  const [ours = "", theirs = ""] = line.split(" -> ");
  const [type, ...name] = ours.split(" ");
  const [vendorType, ...vendorName] = theirs.split(" ");
  return { type, name: name.join(" "), vendorType, vendorName: vendorName.join(" "), ...more };
}

type CallOptions = { element?: Element; configuration?: Record<string, string>; ports?: Partial<ElementPorts> };

/** Sends one hub request, `GET /contacts?a=1`, to an element. */
export function callHub(line: string, more: Partial<HubRequest> & CallOptions = {}) {
  const { element = anElement([{}]), configuration = {}, ports, ...call } = more;
  const [method = "GET", address = "/"] = line.split(/ (.*)/s);
  const [path = "", search = ""] = address.split(/\?(.*)/s);
  const instance = { id: 7, configuration: { ...CONFIGURATION, ...configuration } };
  return performCall(
    compileElement(element),
    {
      method,
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: {},
      signal: new AbortController().signal,
      ...call,
    },
    instance,
    fakePorts(ports),
  );
}
