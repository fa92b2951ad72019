import { isoSeconds } from "#server/iso-date.ts";
import type { FullUser } from "#server/store/users.ts";

const ROLES: Record<string, { key: string; name: string; active: boolean }> = {
  administrator: { key: "org-admin", name: "Administrator", active: true },
  designer: { key: "org", name: "Designer", active: true },
  viewer: { key: "viewer", name: "Viewer", active: true },
};

/** A user as the API shows one (contract elements §1.4); never with a secret. */
export function presentUser({
  id,
  organizationId,
  accountId,
  email,
  name,
  role,
  active,
  createdAt,
  updatedAt,
}: FullUser) {
  const [firstName = "", ...others] = name.split(" ");
  return {
    id,
    organizationId,
    accountId,
    email,
    username: email,
    firstName,
    lastName: others.join(" "),
    fullName: name,
    active,
    roles: ROLES[role] ? [ROLES[role]] : [],
    createdDate: isoSeconds(createdAt),
    updatedDate: isoSeconds(updatedAt),
  };
}
