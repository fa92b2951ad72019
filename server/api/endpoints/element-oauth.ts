import { z } from "zod";
import { actingAs } from "#server/context.ts";
import { refusedCredentials } from "#server/services/account/refused-credentials.ts";
import {
  listAuthenticationConfiguration,
  listAuthenticationTypes,
} from "#server/services/instance/authentication-types.ts";
import { beginAuthorization } from "#server/services/instance/begin-authorization.ts";
import { oauthRequestToken, oauthUrl } from "#server/services/instance/oauth-url.ts";
import { readTrace } from "#server/services/instance/read-trace.ts";
import { displayName, listOf, maybe } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { CustomResponse } from "../handler.ts";

const tags = ["Element instances"] as const;
const one = z.object({ keyOrId: z.string().max(255) });
const text = z.string().max(4000);

const values = {
  apiKey: maybe(text),
  apiSecret: maybe(text),
  callbackUrl: maybe(text),
  scope: maybe(text),
  state: maybe(text).meta({ description: "Returned together with the code. Defaults to the key of the element." }),
  siteAddress: maybe(text),
  requestToken: maybe(text).meta({ description: "For OAuth 1: the request token returned by GET …/oauth/token." }),
  oauthProxyName: maybe(text).meta({ description: "The OAuth proxy to return through." }),
};
/** Elements may have further placeholders in their URLs. */
const query = z.looseObject(values);

const address = z.object({ element: z.string(), oauthUrl: z.string() });
const url = { path: "/elements/{keyOrId}/oauth/url", auth: "optional", tags, params: one, reply: address } as const;

const intent = z.object({
  id: maybe(z.int32()).meta({
    description: "The element instance to reconnect. Omit it to create an element instance.",
  }),

  name: displayName,
  tags: maybe(listOf(z.string())),
  configuration: z.preprocess((given) => given ?? {}, z.record(z.string(), z.coerce.string())),
});

const types = { method: "GET", auth: "optional", tags, params: one } as const;

export const elementOauthEndpoints = {
  readOauthUrl: endpoint({
    ...url,
    method: "GET",
    summary: "Create an authorization URL",
    description: "Query parameters fill the {placeholders} in the URLs of the element.",
    query,
    handle: (ctx, { params, query }) => oauthUrl(ctx, { keyOrId: params.keyOrId, values: query }),
  }),

  makeOauthUrl: endpoint({
    ...url,
    method: "POST",
    summary: "Create an authorization URL with values in the body",
    description:
      "With `instance`, the user returns to a page of Formulary, which creates or reconnects that instance. The cookie " +
      "of the response binds the authorization to their browser.",
    body: z.looseObject({ ...values, instance: maybe(intent) }),
    handle: async (ctx, { params, body: { instance, ...values } }) => {
      if (!instance) return oauthUrl(ctx, { keyOrId: params.keyOrId, values });
      const { caller } = ctx;
      if (!caller) throw refusedCredentials();
      const { cookie, ...authorization } = await beginAuthorization(
        { ...ctx, ...actingAs(ctx, caller) },
        { ...values, instance, keyOrId: params.keyOrId },
      );
      return new CustomResponse(authorization, { headers: { "set-cookie": cookie } });
    },
  }),

  readOauthToken: endpoint({
    method: "GET",
    path: "/elements/{keyOrId}/oauth/token",
    auth: "platform",
    tags,
    summary: "Get an OAuth 1 request token from the provider",
    params: one,
    query,
    reply: z.object({ token: z.string(), secret: z.string() }),
    handle: (ctx, { params, query }) => oauthRequestToken(ctx, { keyOrId: params.keyOrId, values: query }),
  }),

  readTrace: endpoint({
    method: "GET",
    path: "/elements/{keyOrId}/trace/{traceId}",
    auth: "platform",
    tags,
    summary: "Get the provider requests of one provisioning or one traced request",
    description:
      "Returns requests by METHOD:/path, without credentials, for one day. The id is in the header elements-trace-id of a creation with " +
      "providerData.debug, and of requests to an instance with trace logging.",
    params: one.extend({ traceId: z.string().max(100) }),
    reply: z.record(z.string(), z.unknown()),
    handle: (ctx, { params }) => readTrace(ctx, { keyOrId: params.keyOrId, traceId: params.traceId }),
  }),

  listAuthenticationTypes: endpoint({
    ...types,
    path: "/elements/{keyOrId}/authentication-types",
    summary: "List the authentication types of an element",
    reply: z.object({
      defaultValue: z.string(),
      options: z.array(z.object({ value: z.string(), description: z.string() })),
    }),
    handle: (ctx, { params }) => listAuthenticationTypes(ctx, params.keyOrId),
  }),

  listAuthenticationConfiguration: endpoint({
    ...types,
    path: "/elements/{keyOrId}/authentication-types/{type}/configurations",
    summary: "List the configuration that an authentication type requires",
    params: one.extend({ type: z.string().max(100) }),
    reply: z.array(
      z
        .looseObject({ id: z.number().int(), key: z.string(), name: z.string() })
        .meta({ id: "AuthenticationConfiguration" }),
    ),
    handle: (ctx, { params }) => listAuthenticationConfiguration(ctx, { keyOrId: params.keyOrId, type: params.type }),
  }),
};
