import { z } from "zod";
import { Failure } from "#server/errors.ts";
import { endpoint } from "../endpoint.ts";
import { nothing } from "../records/fields.ts";

const keyOrId = z.string().max(255);
const shared = {
  method: "GET",
  auth: "none",
  tags: ["Elements"],
  summary: "Generate a client SDK for an element",
  description:
    "Not supported: always returns 501. Use the OpenAPI document of the element with a code generator instead.",
  reply: nothing,
} as const;

async function refuse(): Promise<never> {
  throw new Failure(
    "notImplemented",
    "Client SDKs are not supported. Generate a client from GET /elements/{key}/docs.",
  );
}

export const clientSdkEndpoints = {
  listClientSdks: endpoint({
    ...shared,
    path: "/elements/{keyOrId}/client-sdks",
    params: z.object({ keyOrId }),
    handle: refuse,
  }),

  readClientSdk: endpoint({
    ...shared,
    path: "/elements/{keyOrId}/client-sdks/{type}",
    params: z.object({ keyOrId, type: z.string().max(100) }),
    handle: refuse,
  }),
};
