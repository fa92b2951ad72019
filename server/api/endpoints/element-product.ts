import { z } from "zod";
import {
  changeElementProduct,
  createElementProduct,
  deleteElementProduct,
  listElementProducts,
  readElementProduct,
  replaceElementProduct,
} from "#server/services/element-product/element-products.ts";
import { orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { id, nothing } from "../records/fields.ts";

const product = z
  .looseObject({
    id: z.number().int(),
    name: z.string(),
    createdDate: z.string(),
    updatedDate: z.string(),
  })
  .meta({ id: "ElementProduct", description: "A named group of elements. Additional fields are stored unchanged." });

const body = z.looseObject({ name: orElse(z.string().trim().max(255), "") });
const one = z.object({ elementProductId: id });
const shared = { auth: "platform", tags: ["Element products"] } as const;
const single = { ...shared, path: "/element-products/{elementProductId}", params: one } as const;

export const elementProductEndpoints = {
  listElementProducts: endpoint({
    ...shared,
    method: "GET",
    path: "/element-products",
    summary: "List element products",
    paged: true,
    reply: z.array(product),
    handle: (ctx, { page }) => listElementProducts(ctx, page),
  }),

  createElementProduct: endpoint({
    ...shared,
    method: "POST",
    path: "/element-products",
    summary: "Create an element product",
    body,
    reply: product,
    handle: (ctx, { body }) => createElementProduct(ctx, body),
  }),

  readElementProduct: endpoint({
    ...single,
    method: "GET",
    summary: "Get an element product",
    reply: product,
    handle: (ctx, { params }) => readElementProduct(ctx, params.elementProductId),
  }),

  replaceElementProduct: endpoint({
    ...single,
    method: "PUT",
    summary: "Replace an element product",
    description: "Omitted fields are removed.",
    body,
    reply: product,
    handle: (ctx, { params, body }) => replaceElementProduct(ctx, { id: params.elementProductId, product: body }),
  }),

  changeElementProduct: endpoint({
    ...single,
    method: "PATCH",
    summary: "Update an element product",
    description: "Omitted fields are kept.",
    body: body.partial(),
    reply: product,
    handle: (ctx, { params, body }) => changeElementProduct(ctx, { id: params.elementProductId, changes: body }),
  }),

  deleteElementProduct: endpoint({
    ...single,
    method: "DELETE",
    summary: "Delete an element product",
    reply: nothing,
    handle: (ctx, { params }) => deleteElementProduct(ctx, params.elementProductId),
  }),
};
