import { z } from "zod";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { describeApi } from "../openapi.ts";

/** The OpenAPI document of these endpoints and of itself, built at the first request. */
export function openApiEndpoint(documented: readonly Endpoint[]): Endpoint {
  let document: Record<string, unknown> | undefined;
  const own: Endpoint = endpoint({
    method: "GET",
    path: "/openapi.json",
    auth: "none",
    summary: "Get this OpenAPI document",
    tags: ["Documentation"],
    reply: z.record(z.string(), z.unknown()),
    handle: async () => {
      document ??= describeApi([...documented, own]);
      return document;
    },
  });
  return own;
}
