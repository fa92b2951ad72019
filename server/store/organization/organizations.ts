import { DbNull } from "@prisma/client-runtime-utils";
import type { PasswordPolicy } from "#server/account/password-policy.ts";
import type { Organization, Prisma } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";

/** Inserts an organization with its default account. */
export const insert = (
  db: Db,
  organization: {
    name: string;
    externalId?: string | null;
    profile?: Record<string, string>;
    secretHash: Uint8Array<ArrayBuffer>;
    secretSealed: string;
  },
) =>
  db.organization.create({
    data: { ...organization, accounts: { create: { name: organization.name, isDefault: true } } },
    include: { accounts: true },
  });

export const insertAccount = (db: Db, account: { organizationId: number; name: string }) =>
  db.account.create({ data: account });

export const find = (db: Db, id: number): Promise<Organization> => db.organization.findFirstOrThrow({ where: { id } });

/** Locks the organization for this transaction. */
export async function lock(db: Db, id: number): Promise<Organization> {
  await db.$queryRaw`select id from organization where id = ${id} for no key update`;
  return find(db, id);
}

type Fields = {
  name?: string;
  externalId?: string | null;
  profile?: Record<string, string>;
  requiresSecondFactor?: boolean;
  /** Null for as long as the installation keeps data. */
  retentionDays?: number | null;
  /** Null for the default policy. */
  passwordPolicy?: PasswordPolicy | null;
  /** Null for no branding. */
  branding?: Record<string, string> | null;
};

export const update = (db: Db, id: number, { passwordPolicy, branding, ...fields }: Fields): Promise<Organization> =>
  db.organization.update({
    where: { id },
    data: {
      ...fields,
      ...(passwordPolicy !== undefined && { passwordPolicy: passwordPolicy ?? DbNull }),
      ...(branding !== undefined && { branding: branding ?? DbNull }),
    },
  });

/**
 * Marks compiled common resources of the organization as outdated, for a change in this transaction, which waits for
 * concurrent changes.
 */
export async function raiseCommonResourcesVersion(db: Db, id: number): Promise<void> {
  await db.organization.update({ where: { id }, data: { commonResourcesVersion: { increment: 1 } } });
}

/** The secret of the organization that owns the catalog is an empty hash, so nobody can sign in to it. */
const NO_SECRET = Buffer.from([0]);

/** The organizations that people sign in to: all but the one that owns the catalog. */
export const OF_PEOPLE = { secretHash: { not: NO_SECRET } } satisfies Prisma.OrganizationWhereInput;

/** The organization of an installation that has one; null if there are several. */
export async function findOnly(db: Db): Promise<Organization | null> {
  const [first, another] = await db.organization.findMany({ where: OF_PEOPLE, orderBy: { id: "asc" }, take: 2 });
  return first && !another ? first : null;
}

/** The organizations that keep their data for fewer days than this. */
export const withRetention = async (db: Db, days: number): Promise<{ id: number; retentionDays: number }[]> =>
  (await db.organization.findMany({
    where: { retentionDays: { lt: days } },
    select: { id: true, retentionDays: true },
    orderBy: { id: "asc" },
  })) as { id: number; retentionDays: number }[];
