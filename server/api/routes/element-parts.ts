import type { Context } from "#server/context.ts";
import type { Identified } from "#server/element/definition/prepared.ts";
import { copyResource } from "#server/services/element/copy-resource.ts";
import {
  fieldsOf,
  HOOKS,
  hooksOf,
  OBJECTS,
  PARAMETERS,
  type PartList,
  parametersOf,
  RESOURCES,
} from "#server/services/element/part-lists.ts";
import { addParts, listParts, readPart, removePart, replacePart } from "#server/services/element/parts.ts";
import { replaceHook } from "#server/services/element/replace-hook.ts";
import { deleteModel, readModel, saveModel } from "#server/services/element/resource-model.ts";
import * as contract from "../endpoints/element-parts.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { type Input, type Route, route } from "../route.ts";

type Params = { keyOrId: string } & Record<string, number>;
type Endpoints = Record<"list" | "add" | "read" | "replace" | "remove", unknown>;

/**
 * The five routes of one kind of part. Which list it is may depend on the path; the bodies and replies of a kind's
 * contracts are those of its list, and are parsed by them.
 */
function routesOf<Sent extends object, Part extends Identified<object>>(
  endpoints: Endpoints,
  {
    list,
    key,
    replace = replacePart,
  }: { list: (params: Params) => PartList<Sent, Part>; key: string; replace?: typeof replacePart<Sent, Part> },
): Route[] {
  const on = (
    endpoint: unknown,
    verb: (
      ctx: Context,
      list: PartList<Sent, Part>,
      address: { keyOrId: string; partId: number },
      input: Input,
    ) => Promise<unknown>,
  ) =>
    route(endpoint as AnyEndpoint, (ctx, input) => {
      const params = input.params as Params;
      return verb(
        ctx as Context,
        list(params),
        { keyOrId: params.keyOrId, partId: params[key] ?? 0 },
        input,
      ) as Promise<never>;
    });
  return [
    on(endpoints.list, (ctx, parts, { keyOrId }, { query }) => listParts(ctx, parts, keyOrId, query as object)),
    on(endpoints.add, async (ctx, parts, { keyOrId }, { body }) => {
      const added = await addParts(ctx, parts, keyOrId, Array.isArray(body) ? body : [body]);
      return Array.isArray(body) ? added : added[0];
    }),
    on(endpoints.read, readPart),
    on(endpoints.replace, (ctx, parts, address, { body }) => replace(ctx, parts, address, body as Sent)),
    on(endpoints.remove, removePart),
  ];
}

export const elementPartRoutes: Route[] = [
  ...routesOf(contract.resources, { list: () => RESOURCES, key: "resourceId" }),
  ...routesOf(contract.objects, { list: () => OBJECTS, key: "objectId" }),
  ...routesOf(contract.fields, { list: ({ objectId = 0 }) => fieldsOf(objectId), key: "fieldId" }),
  ...routesOf(contract.parameters, { list: () => PARAMETERS, key: "parameterId" }),
  ...routesOf(contract.resourceParameters, {
    list: ({ resourceId = 0 }) => parametersOf(resourceId),
    key: "parameterId",
  }),
  ...routesOf(contract.hooks, { list: () => HOOKS, key: "hookId", replace: replaceHook }),
  ...routesOf(contract.resourceHooks, {
    list: ({ resourceId = 0 }) => hooksOf(resourceId),
    key: "hookId",
    replace: replaceHook,
  }),

  route(contract.copyResource, (ctx, { params }) => copyResource(ctx, params)),
  route(contract.readModel, (ctx, { params }) => readModel(ctx, params)),
  route(contract.createModel, (ctx, { params, body }) => saveModel(ctx, params, body)),
  route(contract.replaceModel, (ctx, { params, body }) => saveModel(ctx, params, body)),
  route(contract.deleteModel, (ctx, { params }) => deleteModel(ctx, params)),
];
