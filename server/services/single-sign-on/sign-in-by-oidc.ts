import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/organization/audit.ts";
import * as users from "#server/store/organization/users.ts";
import { beginSession, type Client } from "../account/begin-session.ts";
import { auditedId } from "../account/check-password.ts";
import { acceptByProvider } from "../invite/accept-by-provider.ts";

type World = App & { requestId: string };
type Proven = Client & Parameters<typeof acceptByProvider>[1];

/**
 * Creates a session for a person authenticated by OpenID Connect, by their verified e-mail address. If nobody has it and
 * an invitation for it is open, that is accepted (`isNew`). Refuses what `acceptByProvider` refuses, and (forbidden) an
 * unknown address, since users cannot sign themselves up, or a deactivated user. The audit log has the refusals.
 */
export async function signInByOidc(app: World, { clientAddress, userAgent, ...proven }: Proven) {
  const email = proven.email.trim();
  const find = () => users.findByEmail(app.db.prisma, email);
  const known = await find();
  try {
    const isNew = !known && (await acceptByProvider({ ...app, clientAddress }, { ...proven, email }));
    const user = isNew ? await find() : known;
    if (!user) throw unknown();
    if (!users.hasAccess(user)) throw deactivated();
    return { ...(await beginSession(app, user, { clientAddress, userAgent, byProvider: true })), isNew };
  } catch (error) {
    if (error instanceof Failure)
      await audit.insert(app.db.prisma, {
        organizationId: known?.organizationId ?? audit.NO_ORGANIZATION,
        accountId: known?.accountId ?? 0,
        userId: known?.id ?? 0,
        entity: "user",
        entityId: auditedId(known, email),
        action: "refused",
        address: clientAddress,
      });
    throw error;
  }
}

const unknown = () =>
  new Failure("forbidden", "No user has this e-mail address. Ask an administrator for an invitation.", {
    reason: "unknownAddress",
  });

const deactivated = () =>
  new Failure("forbidden", "Your account is deactivated. Ask an administrator to activate it.", {
    reason: "deactivated",
  });
