import type { AuthenticationType } from "../shape.ts";
import { configurationEntry, isObject, type Json, textOf } from "./conversion.ts";
import type { createResolve } from "./references.ts";

export type ConvertedAuthentication = { type: AuthenticationType; configuration: Json[]; parameters: Json[] };

const NONE: ConvertedAuthentication = { type: "custom", configuration: [], parameters: [] };

/** The authentication of an API: the first supported one of its security schemes; `custom` if there is none. */
export function authenticationFrom(document: Json, resolve: ReturnType<typeof createResolve>): ConvertedAuthentication {
  const { components, securityDefinitions } = document;
  const schemes = isObject(components) ? components.securitySchemes : securityDefinitions;
  const known = Object.entries(isObject(schemes) ? schemes : {}).flatMap(([name, scheme]) =>
    convertScheme(resolve(scheme, `securitySchemes.${name}`)),
  );
  const rank = ({ type }: ConvertedAuthentication) => ["oauth2", "apiKey", "basic", "custom"].indexOf(type);
  return known.sort((a, b) => rank(a) - rank(b))[0] ?? NONE;
}

function convertScheme(scheme: Json): ConvertedAuthentication[] {
  const { type, scheme: httpScheme } = scheme;
  if (type === "oauth2") return [oauth2From(scheme)];
  if (type === "apiKey") return apiKeyFrom(scheme);
  if (type === "basic" || (type === "http" && /^basic$/i.test(String(httpScheme))))
    return [{ type: "basic", configuration: [], parameters: [] }];
  if (type === "http" && /^bearer$/i.test(String(httpScheme))) return [BEARER];
  return [];
}

function oauth2From({ flows, flow, ...old }: Json): ConvertedAuthentication {
  const offered = isObject(flows) ? flows : {};
  const code = [offered.authorizationCode, offered.clientCredentials, offered.implicit].find(isObject) ?? old;
  const isByClient =
    flow === "application" || (!isObject(offered.authorizationCode) && isObject(offered.clientCredentials));
  const scopes = isObject(code.scopes) ? Object.keys(code.scopes).join(" ") : "";
  const entries: [key: string, name: string, value: string | undefined][] = [
    ["oauth.authorization.url", "Authorization URL", textOf(code.authorizationUrl)],
    ["oauth.token.url", "Token URL", textOf(code.tokenUrl)],
    ["oauth.token.refresh_url", "Refresh URL", textOf(code.refreshUrl) ?? textOf(code.tokenUrl)],
    ["oauth.scope", "Scope", textOf(scopes)],
    ["oauth.grant.type", "Grant type", isByClient ? "client_credentials" : undefined],
  ];
  return {
    type: "oauth2",
    configuration: entries.flatMap(([key, name, value]) =>
      value === undefined ? [] : [configurationEntry(key, name, value)],
    ),
    parameters: [],
  };
}

function apiKeyFrom(scheme: Json): ConvertedAuthentication[] {
  const name = textOf(scheme.name);
  if (!name || (scheme.in !== "header" && scheme.in !== "query")) return [];
  return [{ type: "apiKey", configuration: [], parameters: [fromConfiguration(KEY, scheme.in, name)] }];
}

/** Where elements of this type keep the key. */
const KEY = "username";

const fromConfiguration = (name: string, vendorType: "header" | "query", vendorName: string) => ({
  name,
  type: "configuration",
  vendorType,
  vendorName,
  source: "request",
  required: true,
});

const BEARER: ConvertedAuthentication = {
  type: "apiKey",
  configuration: [],
  parameters: [
    {
      name: `Bearer \${configuration.${KEY}}`,
      type: "value",
      vendorType: "header",
      vendorName: "Authorization",
      source: "request",
      required: true,
    },
  ],
};
