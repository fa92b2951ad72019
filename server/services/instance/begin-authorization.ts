import { returnPath } from "#server/account/return-path.ts";
import type { Context } from "#server/context.ts";
import { unmasked } from "#server/element/auth/secrets.ts";
import { checkElementSecrets } from "#server/element/definition/element-secrets.ts";
import { secretsToObtain } from "#server/element/definition/moved-secrets.ts";
import type { Configuration } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { findElement } from "../element/find-element.ts";
import { bindingWith, mintState } from "./connect-state.ts";
import { findInstance, planFor } from "./find-instance.ts";
import { needsRequestToken, type OauthValues, oauthRequestToken, oauthUrl, textsOf } from "./oauth-url.ts";

/** An instance to create after access was granted, or with `id` the one to reauthorize. */
export type Intent = {
  id?: number | undefined;
  name: string;
  tags?: string[] | undefined;
  configuration: Configuration;
};

/** The page that providers redirect to (docs/operations.md). */
export const CALLBACK_PATH = "/oauth/callback";

export const callbackUrlOf = ({ env }: Pick<Context, "env">): string => new URL(CALLBACK_PATH, env.PUBLIC_URL).href;

/** OAuth 1 has no state: it is part of the address that providers redirect to. */
export function withState(callbackUrl: string, state: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set("state", state);
  return url.href;
}

/** Our callback page never links to other sites. */
function ownPage(path: string): string {
  const own = returnPath(path);
  if (own !== undefined) return own;
  throw new Failure("badRequest", "returnTo: must be a path of this installation.");
}

/**
 * The first half of connecting through our own callback page: the address where the person grants access, with a state
 * that describes what to do afterwards, and the cookie that binds it to their browser. With `returnTo`, a path of ours,
 * they return to it.
 */
export async function beginAuthorization(
  ctx: Context,
  {
    keyOrId,
    instance: intent,
    returnTo,
    connectSessionId,
    ...values
  }: { keyOrId: string } & (OauthValues & {
    instance: Intent;
    returnTo?: string | undefined;
    connectSessionId?: string | undefined;
  }),
) {
  requireDesigner(ctx);
  const back = returnTo === undefined ? undefined : ownPage(returnTo);
  const element = await findElement(ctx, keyOrId);
  const present =
    intent.id === undefined ? undefined : await findInstance(ctx, { elementInstanceId: intent.id, keyOrId });
  const callbackUrl = callbackUrlOf(ctx);
  const configuration: Configuration = { ...unmasked(intent.configuration), "oauth.callback.url": callbackUrl };
  const { state, binding, name } = mintState(ctx, {
    elementId: element.id,
    ...(present && { elementInstanceId: present.id }),
    name: intent.name,
    ...(intent.tags && { tags: intent.tags }),
    configuration,
    ...(connectSessionId !== undefined && { connectSessionId }),
    ...(back !== undefined && { returnTo: back }),
  });
  if (present) await checkAddresses(ctx, present, { ...configuration, ...enteredIn(values) });
  const known: Configuration = { ...present?.configuration, ...configuration };
  const wanted: OauthValues = {
    ...known,
    apiKey: known["oauth.api.key"],
    apiSecret: known["oauth.api.secret"],
    scope: known["oauth.scope"],
    ...values,
    callbackUrl,
  };
  const requested =
    values.requestToken === undefined && needsRequestToken(element, wanted)
      ? await oauthRequestToken(ctx, {
          keyOrId: String(element.id),
          values: { ...wanted, callbackUrl: withState(callbackUrl, state) },
        })
      : undefined;
  const address = await oauthUrl(ctx, {
    keyOrId: String(element.id),
    values: {
      ...wanted,
      state,
      ...(requested && { requestToken: requested.token }),
    },
  });
  const bound = requested ? bindingWith(ctx, binding, requested.secret) : binding;
  const secure = callbackUrl.startsWith("https:") ? " Secure;" : "";
  const cookie = `${name}=${bound}; Path=${CALLBACK_PATH}; Max-Age=600; HttpOnly;${secure} SameSite=Lax`;
  return { ...address, element: element.key, cookie };
}

/** The secrets of a connection are sent to the hosts that it has, also before access is granted again. */
async function checkAddresses(
  ctx: Context,
  { configuration: before, ...instance }: ElementInstanceRecord,
  sent: Configuration,
) {
  const { element } = await planFor(ctx, instance);
  const after = { ...before, ...sent };
  checkElementSecrets(element, { sent, configuration: after, before });
  secretsToObtain(element, { before, sent, after });
}

const enteredIn = ({ apiKey, apiSecret, ...values }: OauthValues): Configuration =>
  textsOf({ ...values, "oauth.api.key": apiKey, "oauth.api.secret": apiSecret });
