import { type Accent, accentOf, accentProblem } from "#server/account/accent.ts";
import { BRANDING_FIELDS, brandingProblem } from "#server/account/branding.ts";
import { readImage } from "#server/account/images/registry.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Organization } from "#server/generated/prisma/client.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

type Branding = Record<string, string>;
export type BrandingImage = "logo" | "favicon";

/** Fonts, colors and images of the organization; refuses notFound if there are none. */
export async function readBranding({ db, caller }: Context): Promise<Branding> {
  const { branding } = await organizations.find(db.prisma, caller.organizationId);
  if (!branding) throw noBranding();
  return branding as Branding;
}

/** Sets fonts and colors; images are kept. Refuses badRequest. */
export async function putBranding(ctx: Context, given: Record<string, unknown>): Promise<Branding> {
  await requireOrganizationAdministrator(ctx);
  const problem = brandingProblem(given);
  if (problem !== undefined) throw new Failure("badRequest", problem);
  const fields = Object.fromEntries(BRANDING_FIELDS.map((field) => [field, String(given[field])]));
  return change(ctx, (before) => ({ ...before, ...fields }));
}

/** Sets an image, which is stored as a data URL so that screens need no further request. */
export const putBrandingImage = (ctx: Context, image: { which: BrandingImage; read: () => Promise<Uint8Array> }) =>
  storeImage(ctx, { ...image, needsBranding: true });

type Image = { which: BrandingImage; read: () => Promise<Uint8Array>; needsBranding: boolean };

async function storeImage(ctx: Context, { which, read, needsBranding }: Image): Promise<Branding> {
  await requireOrganizationAdministrator(ctx);
  const bytes = await read();
  const image = readImage(bytes);
  if ("problem" in image) throw new Failure("badRequest", `file: ${image.problem}`);
  return change(ctx, (before) => {
    if (!before && needsBranding) throw noBranding();
    return { ...before, [which]: `data:${image.type};base64,${Buffer.from(bytes).toString("base64")}` };
  });
}

/** How pages for people who do not know the product show the organization. */
export type Brand = { name: string; accent: Accent | null; logo: string | null };

export function brandOf({ name, branding }: Pick<Organization, "name" | "branding">): Brand {
  const { accentColor, logo } = (branding ?? {}) as Branding;
  return { name, accent: accentColor ? accentOf(accentColor) : null, logo: logo ?? null };
}

/** The brand, for the administrators who change it. */
export async function readBrand(ctx: Context): Promise<Brand> {
  await requireOrganizationAdministrator(ctx);
  return brandOf(await organizations.find(ctx.db.prisma, ctx.caller.organizationId));
}

/** Sets the accent color, or the usual one with null. Refuses (badRequest) a color that cannot be read. */
export async function setAccent(ctx: Context, color: string | null): Promise<void> {
  await requireOrganizationAdministrator(ctx);
  const problem = color === null ? undefined : accentProblem(color);
  if (problem !== undefined) throw new Failure("badRequest", problem);
  await change(ctx, (before) => ({ ...without(before, "accentColor"), ...(color !== null && { accentColor: color }) }));
}

/** Sets the logo of an organization, which needs no other branding. */
export const setLogo = (ctx: Context, read: () => Promise<Uint8Array>) =>
  storeImage(ctx, { which: "logo", read, needsBranding: false });

export async function removeLogo(ctx: Context): Promise<void> {
  await requireOrganizationAdministrator(ctx);
  await change(ctx, (before) => without(before, "logo"));
}

const without = (branding: Branding | null, field: string): Branding =>
  Object.fromEntries(Object.entries(branding ?? {}).filter(([name]) => name !== field));

/** Deletes the branding. */
export async function deleteBranding(ctx: Context) {
  await requireOrganizationAdministrator(ctx);
  await change(ctx, () => null);
  return {};
}

async function change<After extends Branding | null>(
  ctx: Context,
  to: (before: Branding | null) => After,
): Promise<After> {
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const { branding } = await organizations.lock(tx, organizationId);
    const after = to(branding as Branding | null);
    await organizations.update(tx, organizationId, { branding: after });
    const fields = { before: branding ?? {}, after: after ?? {} };
    await record(tx, ctx, { entity: "organization", entityId: organizationId, action: "brandingChanged", fields });
    return after;
  });
}

const noBranding = () =>
  new Failure("notFound", "This organization has no branding. Set one with PUT /organizations/branding.");
