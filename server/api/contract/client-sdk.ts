import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { nothing } from "./fields.ts";

const keyOrId = z.string().max(255);
const shared = {
  method: "GET",
  auth: "none",
  tags: ["Elements"],
  summary: "Generate a client of an element",
  description: "Not offered: always 501. The OpenAPI document of the element is what generators read.",
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
