import { readAuthorization } from "#server/account/authorization-header.ts";
import { partsOfName } from "#server/event/webhook-name.ts";
import {
  headOfSealed,
  type RoutingKey,
  routingKey,
  type SEALED_TOKENS,
  type STORED_SECRETS,
  sha256Hex,
} from "#server/routing-key.ts";
import type { Incoming } from "./incoming.ts";

const API = "/elements/api-v2";
const KB = 1024;

/**
 * Where a request goes: to the cell of a routing key; to the cell of the user who signs in; to the cell where the
 * browser has its session; or to any cell, since the response is the same in all.
 */
export type Target = { key: RoutingKey } | { signIn: string } | "browser" | "any";

type Params = Record<string, string>;
type Rule = {
  paths: readonly string[];
  methods?: readonly string[];
  target: (incoming: Incoming, params: Params) => Target | Promise<Target>;
};

const by = (key: RoutingKey): Target => (routingKey.safeParse(key).success ? { key } : "any");
const byStored = (of: (typeof STORED_SECRETS)[number], secret: string): Target =>
  by({ kind: "stored", of, hash: sha256Hex(secret) });
const bySealed = (of: (typeof SEALED_TOKENS)[number], sealed: string): Target =>
  by({ kind: "sealed", of, head: headOfSealed(sealed) });
const byEmail = (email: unknown): Target =>
  typeof email === "string" && email.trim() !== "" && email.length <= 320 ? { signIn: email } : "any";

/** Links to pages, and what these pages then request. */
const LINKS = {
  connect: (token: string) => byStored("connectSession", token),
  invite: (token: string) => bySealed("invitation", fromBase64url(token)),
  setup: (token: string) => bySealed("setup", fromBase64url(token)),
};

const fromBase64url = (text: string) => Buffer.from(text, "base64url").toString();

/** Procedures of the screens that need a link instead of a session. */
export const LINK_PROCEDURES: Readonly<Record<string, (token: string) => Target>> = {
  "connect.read": LINKS.connect,
  "connect.submit": LINKS.connect,
  "connect.begin": LINKS.connect,
  "invite.read": LINKS.invite,
  "invite.accept": LINKS.invite,
  "setup.read": LINKS.setup,
  "setup.complete": LINKS.setup,
};

/**
 * How the cell of each request is found; the first rule counts. Requests that no rule names are of a browser with a
 * session. Every address that needs no session has a rule (rules.test.ts).
 */
export const RULES: readonly Rule[] = [
  {
    paths: [`${API}/authentication`],
    methods: ["POST"],
    target: async ({ readBody }) => byEmail(fieldsOf(await readBody(16 * KB)).username),
  },
  {
    paths: [`${API}/elements/oauthProxies/{oauthProxyId}/callback`],
    target: (_, { oauthProxyId }) => by({ kind: "oauthProxy", id: Number(oauthProxyId) }),
  },
  {
    paths: [`${API}/webhook-captures/{token}`],
    target: (incoming, { token = "" }) => ofElement(incoming) ?? byStored("webhookCapture", token),
  },
  {
    paths: [`${API}/events/{elementKey}`, `${API}/events/{elementKey}/{instance}`],
    target: (incoming, params) => ofElement(incoming) ?? byWebhook(incoming, params),
  },
  {
    paths: [`${API}/applications/users/{email}`, `${API}/applications/users/{email}/password/reset`],
    target: (incoming, { email }) => ofElement(incoming) ?? byEmail(email),
  },
  // The catalog and descriptions, which are the same everywhere; with credentials those of an organization.
  {
    paths: [
      ...["identity-providers", "identity-providers/{id}", "me", "organizations", "organizations/{id}", "signup"].map(
        (path) => `${API}/customers/${path}`,
      ),
      ...["", "/keys", "/{keyOrId}", "/{keyOrId}/docs", "/{keyOrId}/oauth/url", "/{keyOrId}/authentication-types"].map(
        (path) => `${API}/elements${path}`,
      ),
      `${API}/elements/{keyOrId}/authentication-types/{type}/configurations`,
      ...["/{keyOrId}/client-sdks", "/{keyOrId}/client-sdks/{language}"].map((path) => `${API}/elements${path}`),
      ...["", "/keys", "/{hubKey}", "/{hubKey}/elements"].map((path) => `${API}/hubs${path}`),
      ...["all_platform", "{hubKey}"].map((path) => `${API}/docs/${path}`),
      `${API}/client-sdks/{language}`,
      `${API}/openapi.json`,
      "/elements/api-docs",
    ],
    target: byCredentials,
  },
  { paths: [`${API}/{*}`, "/mcp"], target: byCredentials },

  {
    paths: ["/oauth/callback"],
    target({ query }) {
      const [, sealed] = /^formulary\.(.+)$/.exec(query.get("state") ?? "") ?? [];
      return sealed === undefined ? "any" : bySealed("oauthState", sealed);
    },
  },
  {
    paths: ["/elements/j_spring_security_check"],
    methods: ["POST"],
    target: async ({ readBody }) => byEmail(new URLSearchParams(await readBody(16 * KB)).get("j_username")),
  },
  {
    paths: ["/elements/api-v1/ui/getSecrets"],
    target({ headers }) {
      const token = cookieIn(headers.cookie, "JSESSIONID");
      return token === undefined ? "any" : byStored("session", token);
    },
  },
  { paths: ["/elements/jsp/login.jsp", "/elements/j_spring_security_check"], target: () => "any" },

  {
    paths: ["/api/auth/callback/credentials"],
    methods: ["POST"],
    target: async ({ readBody }) => byEmail(fieldsOf(await readBody(64 * KB)).username),
  },
  {
    paths: ["/api/trpc/{procedures}"],
    async target({ method, query, readBody }, { procedures = "" }) {
      const name = procedures.split(",").find((name) => Object.hasOwn(LINK_PROCEDURES, name));
      const byLink = name === undefined ? undefined : LINK_PROCEDURES[name];
      if (!byLink) return "browser";
      const input = method === "GET" ? query.get("input") : await readBody(9 * KB * KB);
      const token = tokenIn(parsed(input ?? ""));
      return token === undefined ? "any" : byLink(token);
    },
  },
  { paths: ["/connect/{token}"], target: (_, { token = "" }) => LINKS.connect(token) },
  { paths: ["/invite/{token}"], target: (_, { token = "" }) => LINKS.invite(token) },
  { paths: ["/setup/{token}"], target: (_, { token = "" }) => LINKS.setup(token) },
  {
    paths: ["/", "/sign-in", "/setup", "/docs", "/docs/{*}", "/_next/{*}", "/icon.svg", "/api/documentation"],
    target: () => "any",
  },
  // The sign-in of a browser, whose state is in its cookies.
  {
    paths: ["csrf", "session", "providers", "error", "signin/{provider}"].map((action) => `/api/auth/${action}`),
    target: () => "any",
  },
];

const COMPILED = RULES.flatMap((rule) => rule.paths.map((path) => ({ rule, ...compile(path) })));

/** The first rule for a request with its target; a browser's for a path without a rule. */
export function targetOf(incoming: Incoming): Target | Promise<Target> {
  for (const { rule, pattern, names } of COMPILED) {
    const found = pattern.exec(incoming.path);
    if (!found || (rule.methods && !rule.methods.includes(incoming.method))) continue;
    return rule.target(
      incoming,
      Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? "")])),
    );
  }
  return "browser";
}

/** `{name}` is one segment, `{*}` at the end all others. */
function compile(path: string): { pattern: RegExp; names: string[] } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const text = path
    .replaceAll(".", "\\.")
    .replaceAll("{*}", ".+")
    .replaceAll(/\{\w+\}/g, "([^/]+)");
  return { pattern: new RegExp(`^${text}/?$`), names };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** By the secret of the user, which each request has; an Element token is one of the same organization. */
function byCredentials({ headers: { authorization } }: Incoming): Target {
  const { user, bearer, organization, element } = readAuthorization(authorization) ?? {};
  if (user !== undefined) return byStored("user", user);
  if (bearer !== undefined) return byStored("session", bearer);
  if (organization !== undefined) return byStored("organization", organization);
  return element === undefined ? "any" : byStored("element", element);
}

/** Elements may have resources at paths that are public otherwise: then the request has an Element token. */
const ofElement = (incoming: Incoming): Target | undefined =>
  readAuthorization(incoming.headers.authorization)?.element === undefined ? undefined : byCredentials(incoming);

function byWebhook({ headers }: Incoming, { elementKey = "", instance }: Params): Target {
  const { name, signature } = partsOfName(instance);
  const listed = headers["element-instances"] ?? headers.id;
  return by({
    kind: "webhook",
    elementKey,
    ...(name !== undefined && { name }),
    ...(signature !== undefined && { signatureHash: sha256Hex(signature) }),
    ...(name === undefined && typeof listed === "string" && { listed }),
  });
}

/** The fields of a form, or of a JSON object. */
function fieldsOf(text: string): Record<string, unknown> {
  const json = parsed(text);
  if (typeof json === "object" && json !== null) return json as Record<string, unknown>;
  return Object.fromEntries(new URLSearchParams(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const DEEPEST = 3;

/** The token of a link in the input of a procedure, alone or in a batch. */
function tokenIn(input: unknown, depth = 0): string | undefined {
  if (typeof input !== "object" || input === null || depth > DEEPEST) return undefined;
  if ("token" in input && typeof input.token === "string") return input.token;
  for (const value of Object.values(input)) {
    const token = tokenIn(value, depth + 1);
    if (token !== undefined) return token;
  }
  return undefined;
}

export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const [key = "", ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}
