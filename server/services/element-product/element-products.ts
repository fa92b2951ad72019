import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { ElementProduct } from "#server/generated/prisma/client.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import * as products from "#server/store/element/element-products.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { record } from "../audit/record.ts";

/** A product as it is sent: `name`, and any other fields, which are stored and returned unchanged. */
type NewProduct = { name: string } & Record<string, unknown>;

export const listElementProducts = async ({ db, caller: { organizationId } }: Context, page: PageRequest) =>
  mapPage(await products.list(db.prisma, organizationId, page), present);

export async function readElementProduct({ db, caller: { organizationId } }: Context, id: number) {
  const found = await products.find(db.prisma, { organizationId, id });
  if (!found) throw noSuchProduct(id);
  return present(found);
}

export async function createElementProduct(ctx: Context, product: NewProduct) {
  await requireOrganizationAdministrator(ctx);
  const { organizationId } = ctx.caller;
  return ctx.db.prisma.$transaction(async (tx) => {
    const created = await products.insert(tx, { organizationId, ...contentOf(product) });
    await record(tx, ctx, { entity: "elementProduct", entityId: created.id, action: "created" });
    return present(created);
  });
}

/** Missing fields are removed. */
export const replaceElementProduct = (ctx: Context, { id, product }: { id: number; product: NewProduct }) =>
  save(ctx, id, () => product);

/** Missing fields are kept. */
export const changeElementProduct = (ctx: Context, { id, changes }: { id: number; changes: Record<string, unknown> }) =>
  save(ctx, id, (product) => ({ ...product, ...changes }));

async function save(ctx: Context, id: number, change: (product: NewProduct) => NewProduct) {
  await requireOrganizationAdministrator(ctx);
  const key = { organizationId: ctx.caller.organizationId, id };
  return ctx.db.prisma.$transaction(async (tx) => {
    const found = await products.find(tx, key);
    const replaced = found && (await products.replace(tx, key, contentOf(change(present(found)))));
    if (!replaced) throw noSuchProduct(id);
    const fields = { before: contentOf(present(found)), after: contentOf(present(replaced)) };
    await record(tx, ctx, { entity: "elementProduct", entityId: id, action: "updated", fields });
    return present(replaced);
  });
}

export async function deleteElementProduct(ctx: Context, id: number) {
  await requireOrganizationAdministrator(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await products.remove(tx, { organizationId: ctx.caller.organizationId, id }))) throw noSuchProduct(id);
    await record(tx, ctx, { entity: "elementProduct", entityId: id, action: "deleted" });
  });
  return {};
}

/** Ids and dates are assigned here. */
function contentOf({ name, id: _, createdDate: __, updatedDate: ___, ...rest }: NewProduct) {
  return { name, definition: rest as Parameters<typeof products.insert>[1]["definition"] };
}

const present = ({ id, name, definition, createdAt, updatedAt }: ElementProduct) => ({
  ...(definition as Record<string, unknown>),
  id,
  name,
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(updatedAt),
});

const noSuchProduct = (id: number) => new Failure("notFound", `There is no element product ${id}.`);
