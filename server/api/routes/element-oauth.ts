import { Failure } from "#server/errors.ts";
import {
  listAuthenticationConfiguration,
  listAuthenticationTypes,
} from "#server/services/instance/authentication-types.ts";
import { beginAuthorization } from "#server/services/instance/begin-authorization.ts";
import { oauthRequestToken, oauthUrl } from "#server/services/instance/oauth-url.ts";
import { readTrace } from "#server/services/instance/read-trace.ts";
import * as contract from "../endpoints/element-oauth.ts";
import { Answer, route } from "../route.ts";

export const elementOauthRoutes = [
  route(contract.readOauthUrl, (ctx, { params, query }) => oauthUrl(ctx, params.keyOrId, query)),
  route(contract.makeOauthUrl, async (ctx, { params, body: { instance, ...values } }) => {
    if (!instance) return oauthUrl(ctx, params.keyOrId, values);
    const { caller } = ctx;
    if (!caller) throw new Failure("unauthorized", "instance: send your secrets to connect an instance.");
    const { cookie, ...told } = await beginAuthorization({ ...ctx, caller }, params.keyOrId, { ...values, instance });
    return new Answer(told, { headers: { "set-cookie": cookie } });
  }),
  route(contract.readOauthToken, (ctx, { params, query }) => oauthRequestToken(ctx, params.keyOrId, query)),
  route(contract.readTrace, (ctx, { params }) => readTrace(ctx, params.keyOrId, params.traceId)),
  route(contract.listAuthenticationTypes, (ctx, { params }) => listAuthenticationTypes(ctx, params.keyOrId)),
  route(contract.listAuthenticationConfiguration, (ctx, { params }) =>
    listAuthenticationConfiguration(ctx, params.keyOrId, params.type),
  ),
];
