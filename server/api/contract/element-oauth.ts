import { z } from "zod";
import { displayName, listOf, maybe } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";

const tags = ["Element instances"] as const;
const one = z.object({ keyOrId: z.string().max(255) });
const text = z.string().max(4000);

const values = {
  apiKey: maybe(text),
  apiSecret: maybe(text),
  callbackUrl: maybe(text),
  scope: maybe(text),
  state: maybe(text).meta({ description: "Handed back with the code; the element's key unless given." }),
  siteAddress: maybe(text),
  requestToken: maybe(text).meta({ description: "Of OAuth 1, from GET …/oauth/token." }),
  oauthProxyName: maybe(text).meta({ description: "Come back through this OAuth proxy." }),
};
/** Elements may have further placeholders in their addresses. */
const query = z.looseObject(values);

const address = z.object({ element: z.string(), oauthUrl: z.string() });
const url = { path: "/elements/{keyOrId}/oauth/url", auth: "optional", tags, params: one, reply: address } as const;

export const readOauthUrl = endpoint({
  ...url,
  method: "GET",
  summary: "Tell where a person grants access",
  description: "Values that the element's addresses name as {placeholders} are taken from the query.",
  query,
});

const intent = z.object({
  id: maybe(z.int32()).meta({ description: "The instance to connect again; without one, a new one is made." }),
  name: displayName,
  tags: maybe(listOf(z.string())),
  configuration: z.preprocess((given) => given ?? {}, z.record(z.string(), z.coerce.string())),
});

export const makeOauthUrl = endpoint({
  ...url,
  method: "POST",
  summary: "Tell where a person grants access, with the values in the body",
  description:
    "With `instance` the person comes back to our own page, which makes that instance or connects it again; the cookie " +
    "of the reply binds this to their browser.",
  body: z.looseObject({ ...values, instance: maybe(intent) }),
});

export const readOauthToken = endpoint({
  method: "GET",
  path: "/elements/{keyOrId}/oauth/token",
  auth: "platform",
  tags,
  summary: "Ask the provider for a request token of OAuth 1",
  params: one,
  query,
  reply: z.object({ token: z.string(), secret: z.string() }),
});

export const readTrace = endpoint({
  method: "GET",
  path: "/elements/{keyOrId}/trace/{traceId}",
  auth: "platform",
  tags,
  summary: "Read the provider calls of one provisioning or of one traced call",
  description:
    "By METHOD:/path, without credentials, for a day; the id is in the header elements-trace-id of a creation with " +
    "providerData.debug, and of calls to an instance with trace logging.",
  params: one.extend({ traceId: z.string().max(100) }),
  reply: z.record(z.string(), z.unknown()),
});

const types = { method: "GET", auth: "optional", tags, params: one } as const;

export const listAuthenticationTypes = endpoint({
  ...types,
  path: "/elements/{keyOrId}/authentication-types",
  summary: "List the ways to authenticate that an element offers",
  reply: z.object({
    defaultValue: z.string(),
    options: z.array(z.object({ value: z.string(), description: z.string() })),
  }),
});

export const listAuthenticationConfiguration = endpoint({
  ...types,
  path: "/elements/{keyOrId}/authentication-types/{type}/configurations",
  summary: "List what an instance of that authentication type is asked for",
  params: one.extend({ type: z.string().max(100) }),
  reply: z.array(
    z
      .looseObject({ id: z.number().int(), key: z.string(), name: z.string() })
      .meta({ id: "AuthenticationConfiguration" }),
  ),
});
