import { findRole, OPERATORS_ROLES } from "#server/account/roles.ts";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/organization/audit.ts";
import * as users from "#server/store/organization/users.ts";
import { changedFields } from "../audit/changed-fields.ts";

/** The changes of a role by an operator. */
export const ROLE_CHANGES = {
  grant: { action: "roleGranted", apply: (roles: string[], key: string) => [...new Set([...roles, key])] },
  revoke: { action: "roleRevoked", apply: (roles: string[], key: string) => roles.filter((one) => one !== key) },
} as const;

export type RoleChange = keyof typeof ROLE_CHANGES;

/**
 * Grants or revokes a role above those of an organization, in the name of an operator of the installation. Returns false
 * if nothing changes. Refuses: badRequest for the roles that administrators grant, notFound for an unknown user.
 */
export async function changeOperatorsRole(
  { db }: { db: Pick<App["db"], "installation"> },
  { change, roleKey, email }: { change: RoleChange; roleKey: string; email: string },
): Promise<boolean> {
  if (!OPERATORS_ROLES.includes(roleKey)) {
    const others = findRole(roleKey) ? " Administrators grant the others under Administration." : "";
    throw new Failure("badRequest", `The role is one of ${OPERATORS_ROLES.join(", ")}.${others}`);
  }
  const { action, apply } = ROLE_CHANGES[change];
  return db.installation.$transaction(async (tx) => {
    const found = await users.findByEmail(tx, email);
    const user = found && (await users.lock(tx, { organizationId: found.organizationId, userId: found.id }));
    if (!user) throw new Failure("notFound", `There is no user with the address ${email}.`);
    const roles = apply(user.roles, roleKey);
    if (roles.length === user.roles.length) return false;
    await users.update(tx, user, { roles });
    const { organizationId, accountId } = user;
    const changes = changedFields({ before: { roles: user.roles }, after: { roles } });
    await audit.insert(tx, {
      ...{ organizationId, accountId, userId: audit.NO_USER },
      ...{ entity: "user", entityId: String(user.id), action, changes },
    });
    return true;
  });
}
