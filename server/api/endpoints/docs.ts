import { z } from "zod";
import { readHubDocs } from "#server/services/hub-catalog/read-hub-docs.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { describePlatform } from "../swagger.ts";

const query = z.object({ provider: z.enum(["aws"]).optional().catch(undefined), version: z.string().optional() });
const shared = {
  method: "GET",
  auth: "optional",
  tags: ["Documentation"],
  query,
  reply: z.record(z.string(), z.unknown()),
} as const;

/** The Swagger documents of these endpoints, and of hubs. */
export const docsEndpoints = (platform: readonly Endpoint[]) => ({
  documentPlatform: endpoint({
    ...shared,
    path: "/docs/all_platform",
    summary: "Get this API as a Swagger 2.0 document",
    handle: async ({ env }, { query: { provider } }) =>
      describePlatform(platform, { publicUrl: env.PUBLIC_URL, provider }),
  }),

  documentHub: endpoint({
    ...shared,
    path: "/docs/{hubKey}",
    summary: "Get a hub as a Swagger 2.0 document",
    description: "Combines the resources of all elements in the hub. Not every element offers all of them.",
    params: z.object({ hubKey: z.string().min(1).max(255) }),
    handle: async (ctx, { params }) => ({
      ...(await readHubDocs(ctx, { key: params.hubKey, publicUrl: ctx.env.PUBLIC_URL })),
    }),
  }),
});
