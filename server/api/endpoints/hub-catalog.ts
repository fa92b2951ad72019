import { z } from "zod";
import { listElementsOfHub, listHubKeys, listHubs, readHub } from "#server/services/hub-catalog/list-hubs.ts";
import { createHub, deleteHub } from "#server/services/hub-catalog/save-hub.ts";
import { orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { hubRecord, lightElementRecord } from "../records/element.ts";
import { flag, nothing } from "../records/fields.ts";

const open = { auth: "optional", tags: ["Hubs"] } as const;
const shared = { auth: "platform", tags: ["Hubs"] } as const;
const one = z.object({ hubKey: z.string().min(1).max(255) });

export const hubCatalogEndpoints = {
  listHubs: endpoint({
    ...open,
    method: "GET",
    path: "/hubs",
    summary: "List hubs",
    description: "Returns hubs that have elements, and hubs of the organization. `hydrate=true` adds their resources.",
    query: z.object({ hydrate: flag }),
    paged: true,
    reply: z.array(hubRecord),
    handle: (ctx, { query, page }) => listHubs(ctx, { ...query, page }),
  }),

  listHubKeys: endpoint({
    ...open,
    method: "GET",
    path: "/hubs/keys",
    summary: "List the keys of hubs",
    paged: true,
    reply: z.array(z.string()),
    handle: (ctx, { page }) => listHubKeys(ctx, { page }),
  }),

  createHub: endpoint({
    ...shared,
    method: "POST",
    path: "/hubs",
    summary: "Create a hub",
    body: z.object({
      name: z.string().trim().min(1, "must not be empty").max(200),
      key: z
        .string()
        .regex(/^[a-z0-9][\w-]*$/i, "must be letters, digits, - and _ only")
        .max(100),
      description: orElse(z.string().max(10_000), ""),
      videoLink: z
        .string()
        .max(2000)
        .nullish()
        .transform((link) => link ?? undefined),
      active: orElse(z.boolean(), true),
    }),
    reply: hubRecord,
    handle: (ctx, { body }) => createHub(ctx, body),
  }),

  readHub: endpoint({
    ...open,
    method: "GET",
    path: "/hubs/{hubKey}",
    summary: "Get a hub with its resources",
    params: one,
    reply: hubRecord,
    handle: (ctx, { params }) => readHub(ctx, params.hubKey),
  }),

  deleteHub: endpoint({
    ...shared,
    method: "DELETE",
    path: "/hubs/{hubKey}",
    summary: "Delete a hub of the organization",
    description: "Elements of the hub are kept.",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteHub(ctx, params.hubKey),
  }),

  listElementsOfHub: endpoint({
    ...open,
    method: "GET",
    path: "/hubs/{hubKey}/elements",
    summary: "List the elements of a hub",
    params: one,
    paged: true,
    reply: z.array(lightElementRecord),
    handle: (ctx, { params, page }) => listElementsOfHub(ctx, { key: params.hubKey, page }),
  }),
};
