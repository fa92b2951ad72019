import { z } from "zod";
import { endpoint as contractOf } from "../endpoint.ts";
import { describeApi } from "../openapi.ts";
import { type Route, route } from "../route.ts";

const contract = contractOf({
  method: "GET",
  path: "/openapi.json",
  auth: "none",
  summary: "Get this OpenAPI document",
  tags: ["Documentation"],
  reply: z.record(z.string(), z.unknown()),
});

/** The OpenAPI document of these routes and of itself, built at the first request. */
export function openApiRoute(routes: Route[]): Route {
  let document: Record<string, unknown> | undefined;
  return route(contract, async () => {
    document ??= describeApi([...routes.map(({ endpoint }) => endpoint), contract]);
    return document;
  });
}
