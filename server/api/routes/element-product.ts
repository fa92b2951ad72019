import {
  changeElementProduct,
  createElementProduct,
  deleteElementProduct,
  listElementProducts,
  readElementProduct,
  replaceElementProduct,
} from "#server/services/element-product/element-products.ts";
import * as contract from "../endpoints/element-product.ts";
import { route } from "../route.ts";

export const elementProductRoutes = [
  route(contract.listElementProducts, (ctx, { page }) => listElementProducts(ctx, page)),
  route(contract.createElementProduct, (ctx, { body }) => createElementProduct(ctx, body)),
  route(contract.readElementProduct, (ctx, { params }) => readElementProduct(ctx, params.elementProductId)),
  route(contract.replaceElementProduct, (ctx, { params, body }) =>
    replaceElementProduct(ctx, params.elementProductId, body),
  ),
  route(contract.changeElementProduct, (ctx, { params, body }) =>
    changeElementProduct(ctx, params.elementProductId, body),
  ),
  route(contract.deleteElementProduct, (ctx, { params }) => deleteElementProduct(ctx, params.elementProductId)),
];
