/** A user's permissions on visible objects. */
export type Access = "administrator" | "designer" | "viewer";

type Definition = {
  id: number;
  key: string;
  name: string;
  description: string;
  access: Access;
  /** A user cannot grant a role above their own. */
  rank: number;
};

/**
 * The roles, each with the access it grants. Several roles add up; a user without roles is a designer of their account,
 * as with `org`, so `viewer` only has an effect alone. `admin` administers its account, `org-admin` all accounts and
 * the organization. The two roles above it are granted by operators of the installation (`npm run role`), never by the API.
 */
export const ROLES: readonly Definition[] = [
  {
    id: 1,
    key: "viewer",
    name: "Viewer",
    description: "Reads everything and changes nothing.",
    access: "viewer",
    rank: 0,
  },
  { id: 2, key: "org", name: "Designer", description: "Builds, connects and runs.", access: "designer", rank: 1 },
  {
    id: 3,
    key: "admin",
    name: "Account administrator",
    description: "Manages an account and its users.",
    access: "administrator",
    rank: 2,
  },
  {
    id: 4,
    key: "org-admin",
    name: "Organization administrator",
    description: "Manages all accounts, their users, and the organization.",
    access: "administrator",
    rank: 3,
  },
  {
    id: 5,
    key: "customer-admin",
    name: "Customer administrator",
    description: "Also makes organizations.",
    access: "administrator",
    rank: 4,
  },
  {
    id: 6,
    key: "sys-admin",
    name: "System administrator",
    description: "Runs the service.",
    access: "administrator",
    rank: 5,
  },
];

const BY_KEY = new Map(ROLES.map((role) => [role.key, role]));
/** The role of users without one. */
export const DESIGNER = BY_KEY.get("org") as Definition;

export const findRole = (key: string): Definition | undefined => BY_KEY.get(key);

/** The highest of these roles; unknown keys are ignored. */
export const highestRole = (keys: readonly string[]): Definition =>
  keys
    .flatMap((key) => BY_KEY.get(key) ?? [])
    .reduce<Definition | undefined>((best, role) => (best && best.rank >= role.rank ? best : role), undefined) ??
  DESIGNER;

const ORGANIZATION_RANK = 3;

/** The roles that administer every account of an organization. */
export const ORGANIZATION_ROLES: readonly string[] = ROLES.filter(({ rank }) => rank >= ORGANIZATION_RANK).map(
  ({ key }) => key,
);

export const administersOrganization = (keys: readonly string[]): boolean =>
  highestRole(keys).rank >= ORGANIZATION_RANK;
export const administersCustomers = (keys: readonly string[]): boolean => highestRole(keys).rank >= 4;

/** The roles that only operators of the installation grant. */
export const OPERATORS_ROLES: readonly string[] = ROLES.filter(({ rank }) => rank > ORGANIZATION_RANK).map(
  ({ key }) => key,
);

/** The role that grants an access to the first users: those who administer the default account administer the organization. */
export const roleKeyFor = (access: Access, isDefaultAccount: boolean): string =>
  ({ viewer: "viewer", designer: "org", administrator: isDefaultAccount ? "org-admin" : "admin" })[access];
