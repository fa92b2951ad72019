import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { callElement } from "#server/services/hub/call-element.ts";
import { beginAuthorization } from "#server/services/instance/begin-authorization.ts";
import { elementPorts } from "#server/services/instance/element-ports.ts";
import { finishAuthorization } from "#server/services/instance/finish-authorization.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";
import { revokeGrant } from "#server/services/instance/revoke-grant.ts";

type Revoked = { element: string; name: string; configuration: Record<string, string>; path: string };

const FIRST = { size: 1, after: undefined };
const TIMEOUT_MS = 10_000;

export const isConnected = async (ctx: Context, element: string): Promise<boolean> =>
  (await listInstances(ctx, { keyOrId: element, page: FIRST })).items.length > 0;

/**
 * Connects an element as a person does, where `allows` grants access at an address and returns the redirect's
 * parameters; then that access is revoked at the provider, and the next request detects it. So there is a connection to
 * reauthorize.
 */
export async function seedRevoked(
  ctx: Context,
  { element, name, configuration, path }: Revoked,
  allows: (address: string) => Promise<Record<string, string>>,
): Promise<void> {
  const { oauthUrl, cookie } = await beginAuthorization(ctx, { keyOrId: element, instance: { name, configuration } });
  const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  const { state = "", ...granted } = await allows(oauthUrl);
  const { id } = await finishAuthorization(ctx, { granted: { ...granted, state }, cookies: { [key]: value } });
  const connection = await ctx.openInstances.find(ctx.caller, id);
  if (!connection) throw new Error(`The connection ${id} was not made.`);
  const { plan, instance } = connection;
  const ports = elementPorts(ctx, connection);
  await revokeGrant(ctx, { plan, configuration: instance.configuration, ports });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const call = { method: "GET", path, query: {}, headers: {}, signal };
  await callElement(ctx, { elementInstanceId: id, call }).catch((error: unknown) => {
    if (!(error instanceof Failure && error.kind === "unauthorized")) throw error;
  });
}
