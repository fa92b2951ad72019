import { findRole } from "#server/account/roles.ts";

/** The roles of these keys as the API shows them. */
export const presentRoles = (keys: readonly string[]) =>
  keys.flatMap((key) => {
    const role = findRole(key);
    return role ? [presentRole(role)] : [];
  });

export const presentRole = ({ id, key, name, description }: NonNullable<ReturnType<typeof findRole>>) => ({
  id,
  key,
  name,
  description,
  active: true,
  hide: false,
  features: [],
  privileges: [],
});
