import type { Level } from "#server/common-resource/shape.ts";

/** The level of a saved definition or transformation. */
export type OwnedLevel = Exclude<Level, "element">;

/**
 * The owner of definitions and transformations: an organization, an account or an element instance, whose id is
 * `ownerId`.
 */
export type Owner = {
  organizationId: number;
  level: OwnedLevel;
  ownerId: number;
  /** For an element instance, its account; null for an organization. */
  accountId: number | null;
  elementInstanceId: number | null;
};

export const ofOrganization = (organizationId: number): Owner => ({
  organizationId,
  level: "organization",
  ownerId: organizationId,
  accountId: null,
  elementInstanceId: null,
});

export const ofAccount = (organizationId: number, accountId: number): Owner => ({
  ...ofOrganization(organizationId),
  level: "account",
  ownerId: accountId,
  accountId,
});

export const ofInstance = (instance: { id: number; organizationId: number; accountId: number }): Owner => ({
  ...ofAccount(instance.organizationId, instance.accountId),
  level: "instance",
  ownerId: instance.id,
  elementInstanceId: instance.id,
});

/** The owners whose definitions and transformations also apply to this one, the most general first. */
export const ownersAbove = ({ organizationId, level, accountId }: Owner): Owner[] => [
  ...(level === "organization" ? [] : [ofOrganization(organizationId)]),
  ...(level === "instance" && accountId !== null ? [ofAccount(organizationId, accountId)] : []),
];

/** A condition for the rows of this owner. */
export const ownedBy = ({ organizationId, level, ownerId }: Owner) => ({ organizationId, level, ownerId });

/** A condition for the rows of these owners, all of one organization. */
export const ownedByAny = (owners: readonly Owner[]) => ({ OR: owners.map(ownedBy) });

/** A condition for the rows of this owner and of the owners below it. */
export const coveredBy = ({ organizationId, accountId, elementInstanceId }: Owner) => ({
  organizationId,
  ...(accountId !== null && { accountId }),
  ...(elementInstanceId !== null && { elementInstanceId }),
});
