import type { Level } from "#server/common-resource/shape.ts";

/** A level at which definitions and transformations are saved. */
export type OwnedLevel = Exclude<Level, "element">;

/** Owns definitions and transformations: an organization, an account or an element instance, whose id is `ownerId`. */
export type Owner = {
  organizationId: number;
  level: OwnedLevel;
  ownerId: number;
  /** The account of an element instance as well; null for an organization. */
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

/** The owners whose definitions and transformations apply to this one as well, from the most general on. */
export const ownersAbove = ({ organizationId, level, accountId }: Owner): Owner[] => [
  ...(level === "organization" ? [] : [ofOrganization(organizationId)]),
  ...(level === "instance" && accountId !== null ? [ofAccount(organizationId, accountId)] : []),
];

/** A condition: rows of this owner. */
export const ownedBy = ({ organizationId, level, ownerId }: Owner) => ({ organizationId, level, ownerId });

/** A condition: rows of one of these owners, which are of one organization. */
export const ownedByAny = (owners: readonly Owner[]) => ({ OR: owners.map(ownedBy) });

/** A condition: rows to which those of this owner apply, its own among them. */
export const coveredBy = ({ organizationId, accountId, elementInstanceId }: Owner) => ({
  organizationId,
  ...(accountId !== null && { accountId }),
  ...(elementInstanceId !== null && { elementInstanceId }),
});
