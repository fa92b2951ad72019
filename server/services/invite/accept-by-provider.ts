import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as invitations from "#server/store/invitation/invitations.ts";
import { isOwnLink, isUsed } from "./invitation.ts";
import { openForNewcomer } from "./open-for-newcomer.ts";
import { inviterOf } from "./require-inviter.ts";
import { spendInvitation } from "./spend-invitation.ts";

type World = App & { requestId: string; clientAddress?: string | undefined };
type Proven = {
  /** Verified by the OpenID Connect provider. */
  email: string;
  firstName: string;
  lastName: string;
  /** The link from whose page they came. */
  invitation?: string | undefined;
};

/**
 * Creates the user of an open invitation for an address that the OpenID Connect provider verified, without a password;
 * false if there is none. Refuses what `openForNewcomer` refuses, (forbidden) the link of another address, and
 * (conflict) an address that several organizations have invited, unless the link says which one is meant. A link of
 * another cell says nothing.
 */
export async function acceptByProvider(app: World, { email, invitation: link, ...person }: Proven): Promise<boolean> {
  const isOwn = link !== undefined && isOwnLink(app, link);
  const invitation = isOwn ? await openForNewcomer(app, link) : await onlyOpen(app, email);
  if (!invitation) return false;
  if (invitation.email.toLowerCase() !== email.toLowerCase())
    throw new Failure("forbidden", `The invitation is for ${invitation.email}. Sign in with this address.`, {
      reason: "otherAddress",
    });
  await spendInvitation(app, invitation, { ...person, password: null });
  return true;
}

async function onlyOpen(app: World, email: string) {
  const [invitation, another] = await openInvitationsOf(app, email);
  if (another)
    throw new Failure("conflict", "Several organizations have invited this address. Open the link of one of them.", {
      reason: "severalInvitations",
    });
  return invitation;
}

/** The invitations of an address that can be used. */
export async function openInvitationsOf(app: Pick<App, "db" | "now">, email: string) {
  const stored = await invitations.listOpenOf(app.db.prisma, { email: email.toLowerCase(), now: app.now() });
  const open: typeof stored = [];
  for (const one of stored)
    if (!(await isUsed(app.db.prisma, one)) && (await inviterOf(app, one)).caller) open.push(one);
  return open;
}
