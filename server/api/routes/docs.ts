import { z } from "zod";
import { readHubDocs } from "#server/services/hub-catalog/read-hub-docs.ts";
import { endpoint } from "../endpoint.ts";
import { type Route, route } from "../route.ts";
import { describePlatform } from "../swagger.ts";

const query = z.object({ provider: z.enum(["aws"]).optional().catch(undefined), version: z.string().optional() });
const shared = {
  method: "GET",
  auth: "optional",
  tags: ["Documentation"],
  query,
  reply: z.record(z.string(), z.unknown()),
} as const;

const platform = endpoint({ ...shared, path: "/docs/all_platform", summary: "Get this API as a Swagger 2.0 document" });

const hub = endpoint({
  ...shared,
  path: "/docs/{hubKey}",
  summary: "Get a hub as a Swagger 2.0 document",
  description: "Combines the resources of all elements in the hub. Not every element offers all of them.",
  params: z.object({ hubKey: z.string().min(1).max(255) }),
});

/** The Swagger documents of these routes, and of hubs. */
export const docsRoutes = (routes: readonly Route[]): Route[] => [
  route(platform, async (_, { query: { provider }, request }) =>
    describePlatform(
      routes.map((each) => each.endpoint),
      { host: new URL(request.url).host, provider },
    ),
  ),
  route(hub, async (ctx, { params, request }) => ({
    ...(await readHubDocs(ctx, params.hubKey, { host: new URL(request.url).host })),
  })),
];
