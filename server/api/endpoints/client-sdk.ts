import { z } from "zod";
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

export const listClientSdks = endpoint({
  ...shared,
  path: "/elements/{keyOrId}/client-sdks",
  params: z.object({ keyOrId }),
});

export const readClientSdk = endpoint({
  ...shared,
  path: "/elements/{keyOrId}/client-sdks/{type}",
  params: z.object({ keyOrId, type: z.string().max(100) }),
});
