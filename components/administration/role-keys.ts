import { findRole } from "#server/account/roles.ts";

/** The roles by which users can be filtered, and which administrators can grant. */
export const ROLE_KEYS = ["viewer", "org", "admin", "org-admin"] as const;

const rankOf = (key: string) => findRole(key)?.rank ?? 0;

/** Whether a role takes permissions away from a user with another one. */
export const isLower = (role: string, than: string): boolean => rankOf(role) < rankOf(than);
