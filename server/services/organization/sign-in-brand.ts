import type { App } from "#server/context.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { type Brand, brandOf } from "./branding.ts";

/** The brand of the sign-in page: known if the installation has one organization. */
export async function signInBrand({ db }: Pick<App, "db">): Promise<Brand | null> {
  const only = await organizations.findOnly(db.prisma);
  return only && brandOf(only);
}
