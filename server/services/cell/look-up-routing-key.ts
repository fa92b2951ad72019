import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { LookupResult, RoutingKey, SEALED_TOKENS } from "#server/routing-key.ts";
import * as proxies from "#server/store/element/oauth-proxies.ts";
import { instancesOfKey } from "#server/store/event/event-instances.ts";
import { isStored } from "#server/store/organization/stored-secrets.ts";
import * as users from "#server/store/organization/users.ts";
import { findAccepting } from "../event/find-webhook-instances.ts";
import { STATE_IDENTITY } from "../instance/connect-state.ts";
import { isHashOfSignature } from "../instance/event-address.ts";
import { openInvitationsOf } from "../invite/accept-by-provider.ts";
import { INVITATION_IDENTITY } from "../invite/invitation.ts";
import { SETUP_IDENTITY } from "../setup/setup-link.ts";

/** `since`: when the user of an e-mail address was created, in milliseconds. */
type Found = Pick<LookupResult, "isKnown" | "since">;
type KeyOf<Kind> = Extract<RoutingKey, { kind: Kind }>;

const IDENTITIES: Record<(typeof SEALED_TOKENS)[number], string> = {
  invitation: INVITATION_IDENTITY,
  setup: SETUP_IDENTITY,
  oauthState: STATE_IDENTITY,
};

const LOOKUPS: { [Kind in RoutingKey["kind"]]: (app: App, key: KeyOf<Kind>) => Promise<Found> } = {
  stored: async ({ db }, { of, hash }) => ({ isKnown: await isStored(db.pool, of, Buffer.from(hash, "hex")) }),
  sealed: async ({ vault }, { of, head }) => ({ isKnown: vault.hasSealed(head, IDENTITIES[of]) }),
  async email(app, { email }) {
    const user = await users.findByEmail(app.db.prisma, email.trim());
    if (user) return { isKnown: true, since: user.createdAt.getTime() };
    // Without a time, so that a user of another cell comes first.
    return { isKnown: (await openInvitationsOf(app, email.trim())).length > 0 };
  },
  webhook: async (app, key) => ({ isKnown: await isForInstance(app, key) }),
  oauthProxy: async ({ db }, { id }) => ({ isKnown: (await proxies.findForCallback(db.prisma, id)) !== null }),
};

/**
 * Whether a request with this routing key is for an organization of this database. It decides where a request goes, not
 * what it may do: secrets that have expired or were disabled are known, too.
 */
export const lookUpRoutingKey = <Kind extends RoutingKey["kind"]>(app: App, key: KeyOf<Kind> & { kind: Kind }) =>
  LOOKUPS[key.kind](app, key);

async function isForInstance(
  app: App,
  { elementKey, name, signatureHash, listed }: KeyOf<"webhook">,
): Promise<boolean> {
  if (name === undefined && listed === undefined) return (await instancesOfKey(app.db.pool, elementKey, 1)).length > 0;
  const isSigned =
    signatureHash === undefined
      ? undefined
      : (instance: { id: number; token: string }) => isHashOfSignature(instance, signatureHash);
  try {
    return (await findAccepting(app, { elementKey, name, listed, isSigned })) !== undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === "badRequest") return false;
    throw error;
  }
}
