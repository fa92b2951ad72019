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
 * Creates the user of an invitation for an address that the OpenID Connect provider verified, without a password; false
 * if nobody has invited it. Refuses what `openForNewcomer` refuses, and (forbidden) the link of another address, and an
 * invited address without its link: any organization can invite an address, and its owner chooses whether to join. A
 * link of another cell is ignored.
 */
export async function acceptByProvider(app: World, { email, invitation: link, ...person }: Proven): Promise<boolean> {
  if (link === undefined || !isOwnLink(app, link)) {
    if ((await openInvitationsOf(app, email)).length > 0) throw invited();
    return false;
  }
  const invitation = await openForNewcomer(app, link);
  if (invitation.email.toLowerCase() !== email.toLowerCase())
    throw new Failure("forbidden", `The invitation is for ${invitation.email}. Sign in with this address.`, {
      reason: "otherAddress",
    });
  await spendInvitation(app, invitation, { ...person, password: null });
  return true;
}

const invited = () =>
  new Failure("forbidden", "You are invited. Open the link of your invitation, and continue from there.", {
    reason: "invited",
  });

/** The invitations of an address that can be used. */
export async function openInvitationsOf(app: Pick<App, "db" | "now">, email: string) {
  const stored = await invitations.listOpenOf(app.db.prisma, { email: email.toLowerCase(), now: app.now() });
  const open: typeof stored = [];
  for (const one of stored)
    if (!(await isUsed(app.db.prisma, one)) && (await inviterOf(app, one)).caller) open.push(one);
  return open;
}
