import { asText, isRecord } from "../bare-record.ts";
import type { HubResponseDraft } from "../hub-response-draft.ts";
import type { Incoming } from "../incoming.ts";
import type { PlannedResource } from "../planned.ts";
import { isFilePart } from "../ports.ts";
import { type ProviderRequestDraft, setHeader } from "../provider/provider-request-draft.ts";
import { comparisonsOf } from "../query/where.ts";
import type { ElementObject } from "../shape.ts";

/** The variables that the hooks of one request can read and change. */
export type HookScene = {
  stage: "before" | "after";
  resource: PlannedResource;
  incoming: Incoming;
  call: ProviderRequestDraft;
  /** The whole address of the request, without its query. */
  url: string;
  object: ElementObject | null;
  /** The provider's status, or the one that a hook before the request set. */
  response: HubResponseDraft | null;
  /** Changes of hooks to our caller's request, for the hooks after them. */
  returned: Record<string, unknown>;
  /** Keys of the configuration that hooks changed; null removes one. */
  changes: Record<string, string | null>;
  /** False: the provider is not called. */
  continues: boolean;
  /** The message of a hook's refusal. */
  refusal: string | null;
  /** The status that a hook set, if any. */
  hookStatus: number | null;
};

/** A body as hooks see it: its text, and its value if it has one. */
const asBody = (body: unknown) => (body === undefined || isFilePart(body) ? null : asText(body));
const asMap = (body: unknown) => (typeof body === "object" && body !== null && !isFilePart(body) ? body : null);

const VARIABLES: Record<string, (scene: HookScene) => unknown> = {
  request_body: ({ incoming }) => asBody(incoming.body ?? textsOf(incoming.form)),
  request_body_map: ({ incoming }) => asMap(incoming.body ?? textsOf(incoming.form)),
  request_headers: ({ incoming }) => incoming.headers,
  request_path: ({ incoming }) => incoming.path,
  request_path_variables: ({ incoming }) => incoming.pathVariables,
  request_parameters: ({ incoming, call }) => ({
    ...queryOf(incoming),
    ...textsOf(call.unsent),
  }),
  request_method: ({ incoming }) => incoming.method,
  request_root_key: ({ resource }) => resource.resource.requestRootKey ?? null,
  request_expression: ({ incoming }) => (incoming.where ? comparisonsOf(incoming.where.parsed) : null),
  request_previous_response: ({ incoming }) => incoming.previous?.body ?? null,
  request_previous_response_headers: ({ incoming }) => incoming.previous?.headers ?? null,
  request_vendor_body: ({ call }) => asBody(call.body),
  request_vendor_body_map: ({ call }) => asMap(call.body),
  request_vendor_headers: ({ call }) => call.headers,
  request_vendor_parameters: ({ call }) => call.query,
  request_vendor_path: ({ call }) => call.path,
  request_vendor_method: ({ call }) => call.method,
  request_vendor_url: ({ call, url }) => call.url ?? url,
  meta_data: ({ object }) => object,
  object_name: ({ resource, incoming }) => incoming.pathVariables.objectName ?? resource.objectName,
  configuration: ({ incoming, changes }) => withChanges(incoming.configuration, changes),
  response_body: ({ response }) => response?.body ?? null,
  response_headers: ({ response }) => response?.headers ?? {},
  response_status_code: ({ response }) => response?.code ?? null,
  response_iserror: ({ response }) => response !== null && (response.code < 200 || response.code > 299),
};

const isOfReply = (name: string) => name.startsWith("response_");

/** The current values of the variables that a script `wants`. */
export function variablesFor(wants: ReadonlySet<string>, scene: HookScene): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  for (const name of wants) {
    const read = VARIABLES[name];
    if (!read || (scene.stage === "before" && isOfReply(name))) continue;
    variables[name] = Object.hasOwn(scene.returned, name) ? scene.returned[name] : (read(scene) ?? null);
  }
  return variables;
}

/**
 * Applies what a hook passed to `done`: given maps are merged by key and null takes a key out, anything else takes the
 * place of what was there. Unknown fields are ignored.
 */
export function takeIn(done: unknown, scene: HookScene): void {
  if (!isRecord(done)) return;
  for (const [name, value] of Object.entries(done)) if (value !== undefined) FIELDS[name]?.(scene, value, name);
}

type Take = (scene: HookScene, value: unknown, name: string) => void;

/** Only for later hooks: the caller's request has been read already. */
const takeAsReturned: Take = (scene, value, name) => {
  const before = scene.returned[name] ?? VARIABLES[name]?.(scene);
  scene.returned[name] = isRecord(value) && isRecord(before) ? merged(before, value) : value;
};

const FIELDS: Record<string, Take | undefined> = {
  continue: (scene, value) => {
    if (scene.stage === "before" && (value === false || value === "false")) scene.continues = false;
  },
  request_body: takeAsReturned,
  request_body_map: takeAsReturned,
  request_headers: takeAsReturned,
  request_parameters: takeAsReturned,
  request_path_variables: takeAsReturned,
  request_expression: takeAsReturned,
  request_vendor_body: ({ call }, value) => {
    call.body = value ?? undefined;
  },
  request_vendor_body_map: ({ call }, value) => {
    call.body = isRecord(value) && isRecord(call.body) ? merged(call.body, value) : (value ?? undefined);
  },
  request_vendor_headers: ({ call }, value) => {
    for (const [name, text] of entriesOf(value)) setHeader(call.headers, name, text === null ? null : asText(text));
  },
  request_vendor_parameters: ({ call }, value) => {
    call.query = merged(call.query, isRecord(value) ? value : {});
  },
  request_vendor_path: ({ call }, value) => {
    call.path = asText(value);
  },
  request_vendor_method: ({ call }, value) => {
    call.method = asText(value).toUpperCase();
  },
  request_vendor_url: (scene, value) => {
    // Scripts may pass on the values they received: a path that another hook changed still counts.
    if (value !== scene.url) scene.call.url = asText(value);
  },
  configuration: ({ changes }, value) => {
    for (const [key, text] of entriesOf(value)) changes[key] = text === null ? null : asText(text);
  },
  response_body: (scene, value) => {
    responseOf(scene).body = value ?? undefined;
  },
  response_headers: (scene, value) => {
    const response = responseOf(scene);
    for (const [name, text] of entriesOf(value)) {
      const lower = name.toLowerCase();
      if (text === null) {
        delete response.headers[lower];
        delete response.callerHeaders[lower];
        continue;
      }
      response.headers[lower] = asText(text);
      response.callerHeaders[lower] = asText(text);
    }
  },
  response_status_code: (scene, value) => {
    const code = Number(value);
    if (!Number.isInteger(code) || code < 200 || code > 599) return;
    responseOf(scene).code = code;
    scene.hookStatus = code;
  },
  response_error: (scene, value) => {
    if (value !== null && value !== "") scene.refusal = asText(value);
  },
};

/** A hook before the request may set the response if it stops the request. */
const responseOf = (scene: HookScene): HubResponseDraft => {
  scene.response ??= { code: 200, headers: {}, body: undefined, stream: undefined, callerHeaders: {} };
  return scene.response;
};

const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

/** Null was set by a hook only where it takes the place of another value: scripts pass on maps with nulls of the caller. */
function merged(before: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>) {
  const after = { ...before, ...changes };
  for (const [name, value] of Object.entries(changes)) if (value === null && before[name] !== null) delete after[name];
  return after;
}

/** The query as our caller means it: `page` counts from 1, and a token is what the provider or a hook called the page. */
function queryOf({ query, place }: Incoming): Record<string, unknown> {
  if (!place) return query;
  const { nextPage: _, ...others } = query;
  const { page, pageSize, cursor } = place;
  return { ...others, page: String(page), pageSize: String(pageSize), ...(cursor && { nextPage: cursor }) };
}

/** Files cannot go into a script. */
const textsOf = (values: Readonly<Record<string, unknown>> | undefined) =>
  values && Object.fromEntries(Object.entries(values).filter(([, value]) => !isFilePart(value)));

/** A configuration with changes; null removes a key. */
export function withChanges(
  configuration: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  return merged(configuration, changes) as Record<string, string>; // both hold texts only
}
