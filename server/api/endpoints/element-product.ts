import { z } from "zod";
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

const body = z.looseObject({ name: orElse(z.string("must be a text").trim().max(255), "") });
const one = z.object({ elementProductId: id });
const shared = { auth: "platform", tags: ["Element products"] } as const;
const single = { ...shared, path: "/element-products/{elementProductId}", params: one } as const;

export const listElementProducts = endpoint({
  ...shared,
  method: "GET",
  path: "/element-products",
  summary: "List element products",
  paged: true,
  reply: z.array(product),
});

export const createElementProduct = endpoint({
  ...shared,
  method: "POST",
  path: "/element-products",
  summary: "Create an element product",
  body,
  reply: product,
});

export const readElementProduct = endpoint({
  ...single,
  method: "GET",
  summary: "Get an element product",
  reply: product,
});

export const replaceElementProduct = endpoint({
  ...single,
  method: "PUT",
  summary: "Replace an element product",
  description: "Omitted fields are removed.",
  body,
  reply: product,
});

export const changeElementProduct = endpoint({
  ...single,
  method: "PATCH",
  summary: "Update an element product",
  description: "Omitted fields are kept.",
  body: body.partial(),
  reply: product,
});

export const deleteElementProduct = endpoint({
  ...single,
  method: "DELETE",
  summary: "Delete an element product",
  reply: nothing,
});
