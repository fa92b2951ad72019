import type { AuthType } from "../auth/auth-type.ts";
import { AUTH_TYPES, type AuthenticationType, DEFAULT_AUTH } from "../auth/registry.ts";
import { password } from "../configuration-types/password.ts";
import { configuration } from "../parameters/configuration.ts";
import { PLACES, VENDOR_TYPES } from "../parameters/registry.ts";
import { configurationEntry, isObject, type Json, listOf, type Problem } from "./conversion.ts";
import type { Resolve } from "./references.ts";

export type ConvertedAuthentication = {
  type: AuthenticationType;
  configuration: Json[];
  parameters: Json[];
  problems: Problem[];
};

type Scheme = { name: string; scheme: Json; place: string };

/**
 * How an API authenticates: of the types that one of its security schemes means, the likeliest. Schemes that the
 * description requires together are all used; others are named as problems.
 */
export function authenticationFrom(document: Json, resolve: Resolve): ConvertedAuthentication {
  const { components, securityDefinitions } = document;
  const offered = isObject(components) ? components.securitySchemes : securityDefinitions;
  const path = isObject(components) ? "components.securitySchemes" : "securityDefinitions";
  const schemes = Object.entries(isObject(offered) ? offered : {}).map(([name, scheme]): Scheme => {
    const place = `${path}.${name}`;
    return { name, place, scheme: resolve(scheme, place) };
  });
  for (const type of Object.values(AUTH_TYPES))
    for (const first of schemes) {
      const converted = convertScheme(type, first.scheme);
      if (!converted) continue;
      const others = requiredWith(document, first, schemes).flatMap((scheme) => alsoSent(scheme) ?? []);
      const used = new Set([first, ...others.map(({ scheme }) => scheme)]);
      return {
        ...converted,
        configuration: [...converted.configuration, ...others.map(({ entry }) => entry)],
        parameters: [...converted.parameters, ...others.map(({ parameter }) => parameter)],
        problems: [
          ...converted.problems.map((message) => ({ place: first.place, message })),
          ...schemes.filter((scheme) => !used.has(scheme)).map(unused),
        ],
      };
    }
  return {
    ...{ type: DEFAULT_AUTH.type, configuration: [], parameters: [] },
    problems: schemes.map(({ place }) => ({ place, message: "This way to authenticate is not supported." })),
  };
}

const unused = ({ place }: Scheme): Problem => ({
  place,
  message: "An element authenticates in one way; this one is not used. Change the authentication to use it.",
});

/** The schemes of the first requirement with this one in it. */
function requiredWith({ security }: Json, first: Scheme, schemes: readonly Scheme[]): Scheme[] {
  const together = listOf(security).find((requirement) => Object.hasOwn(requirement, first.name)) ?? {};
  return schemes.filter((scheme) => scheme !== first && Object.hasOwn(together, scheme.name));
}

/** A key that is sent beside the credentials, from an entry of its own. */
function alsoSent(scheme: Scheme): { scheme: Scheme; entry: Json; parameter: Json } | undefined {
  const { in: place, name: vendorName, type } = scheme.scheme;
  const vendorType = VENDOR_TYPES.find((one) => PLACES[one].apiKeyIn === place);
  if (type !== "apiKey" || !vendorType) return undefined;
  const key = scheme.name.replaceAll(/[^\w.-]+/g, "_");
  const entry = { key, name: scheme.name, description: String(vendorName), type: password.type, required: true };
  const sent = { name: key, type: configuration.type, vendorName, vendorType, source: "request", required: true };
  return { scheme, entry, parameter: sent };
}

function convertScheme({ type, fromOpenApi }: AuthType<AuthenticationType>, scheme: Json) {
  const credentials = fromOpenApi?.(scheme);
  if (!credentials) return undefined;
  const { settings = [], parameters = [], problem } = credentials;
  return {
    type,
    configuration: settings.flatMap(({ key, name, value }) =>
      value === undefined ? [] : [configurationEntry(key, name, value)],
    ),
    parameters: parameters.map((parameter) => ({ ...parameter, source: "request", required: true })),
    problems: problem === undefined ? [] : [problem],
  };
}
