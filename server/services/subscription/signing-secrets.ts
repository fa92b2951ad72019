import type { Context } from "#server/context.ts";
import * as subscriptions from "#server/store/delivery/subscriptions.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import {
  type Credentials,
  newSigningSecret,
  openCredentials,
  sealCredentials,
  signingKeys,
  withSecret,
} from "../notification/credentials.ts";
import { findSubscription } from "./find-subscription.ts";

/**
 * The secret by which a receiver verifies `webhook-signature`; for a day, also the previous one. The read is audited.
 */
export async function readSigningSecrets(ctx: Context, id: number) {
  requireDesigner(ctx);
  const subscription = await findSubscription(ctx, id);
  await record(ctx.db.prisma, ctx, { entity: "subscription", entityId: id, action: "secretsRead" });
  return present(openCredentials(ctx.vault, subscription), ctx.now());
}

/** Creates a new signing secret. For a day both sign, so that receivers can switch (H06). */
export async function rotateSigningSecret(ctx: Context, id: number) {
  requireDesigner(ctx);
  const subscription = await findSubscription(ctx, id);
  const changed = withSecret(openCredentials(ctx.vault, subscription), newSigningSecret(), ctx.now());
  await ctx.db.prisma.$transaction(async (tx) => {
    await subscriptions.change(tx, subscription, { credentials: sealCredentials(ctx.vault, subscription, changed) });
    await record(tx, ctx, { entity: "subscription", entityId: id, action: "secretRotated" });
  });
  return present(changed, ctx.now());
}

function present(credentials: Credentials, now: Date) {
  const [secret = "", previous] = signingKeys(credentials, now).secrets;
  return { secret, ...(previous !== undefined && { previous }) };
}
