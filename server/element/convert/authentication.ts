import type { AuthType } from "../auth/auth-type.ts";
import { AUTH_TYPES, type AuthenticationType, DEFAULT_AUTH } from "../auth/registry.ts";
import { configurationEntry, isObject, type Json } from "./conversion.ts";
import type { createResolve } from "./references.ts";

export type ConvertedAuthentication = { type: AuthenticationType; configuration: Json[]; parameters: Json[] };

const NONE: ConvertedAuthentication = { type: DEFAULT_AUTH.type, configuration: [], parameters: [] };

/** How an API authenticates: of the types that one of its security schemes means, the likeliest. */
export function authenticationFrom(document: Json, resolve: ReturnType<typeof createResolve>): ConvertedAuthentication {
  const { components, securityDefinitions } = document;
  const offered = isObject(components) ? components.securitySchemes : securityDefinitions;
  const schemes = Object.entries(isObject(offered) ? offered : {}).map(([name, scheme]) =>
    resolve(scheme, `securitySchemes.${name}`),
  );
  for (const type of Object.values(AUTH_TYPES))
    for (const scheme of schemes) {
      const converted = convertScheme(type, scheme);
      if (converted) return converted;
    }
  return NONE;
}

function convertScheme(
  { type, fromOpenApi }: AuthType<AuthenticationType>,
  scheme: Json,
): ConvertedAuthentication | undefined {
  const credentials = fromOpenApi?.(scheme);
  if (!credentials) return undefined;
  const { settings = [], parameters = [] } = credentials;
  return {
    type,
    configuration: settings.flatMap(({ key, name, value }) =>
      value === undefined ? [] : [configurationEntry(key, name, value)],
    ),
    parameters: parameters.map((parameter) => ({ ...parameter, source: "request", required: true })),
  };
}
