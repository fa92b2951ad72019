/** The owners of an element to a viewer: those that they may change, those shared with their account, the catalog. */
export const OWNERSHIPS = ["yours", "shared", "builtIn"] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

export const isOwnership = (value: string): value is Ownership => OWNERSHIPS.some((ownership) => ownership === value);
