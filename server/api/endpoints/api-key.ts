import { z } from "zod";
import { KEY_SCOPES } from "#server/account/api-key-scopes.ts";
import { createApiKey } from "#server/services/api-key/create-api-key.ts";
import { listApiKeys } from "#server/services/api-key/list-api-keys.ts";
import { revokeApiKey } from "#server/services/api-key/revoke-api-key.ts";
import { rotateApiKey } from "#server/services/api-key/rotate-api-key.ts";
import { orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { id, nothing } from "../records/fields.ts";

const shown = z.object({
  id: z.number().int(),
  name: z.string(),
  hint: z.string().meta({ description: "The first characters of the key." }),
  userId: z.number().int(),
  scopes: z.array(z.string()),
  createdDate: z.string(),
  expiresDate: z.string().optional(),
  lastUsedDate: z.string().optional().meta({ description: "Exact to a minute." }),
  previousUntilDate: z.string().optional().meta({ description: "The key before the last rotation works until then." }),
});
const apiKey = shown.meta({ id: "ApiKey" });
const newApiKey = shown
  .extend({ key: z.string().meta({ description: "The key. It is shown only once." }) })
  .meta({ id: "NewApiKey" });

const shared = { auth: "platform", tags: ["API keys"] } as const;
const one = z.object({ apiKeyId: id });

export const apiKeyEndpoints = {
  listApiKeys: endpoint({
    ...shared,
    method: "GET",
    path: "/api-keys",
    summary: "List your API keys",
    paged: true,
    reply: z.array(apiKey),
    handle: (ctx, { page }) => listApiKeys(ctx, page),
  }),

  createApiKey: endpoint({
    ...shared,
    method: "POST",
    path: "/api-keys",
    forViewers: true,
    summary: "Create an API key",
    description:
      "Send the key in the place of the User secret. It may do what its scopes and your roles allow. It cannot manage API keys.",
    body: z.object({
      name: z.string().trim().min(1, "is required").max(100),
      scopes: z.array(z.enum(KEY_SCOPES)).min(1, "must name at least one scope").max(KEY_SCOPES.length),
      expiresInDays: z.int().min(1).max(3650).optional().meta({ description: "Without it, the key does not expire." }),
    }),
    reply: newApiKey,
    handle: (ctx, { body }) => createApiKey(ctx, body),
  }),

  rotateApiKey: endpoint({
    ...shared,
    method: "POST",
    path: "/api-keys/{apiKeyId}/rotations",
    forViewers: true,
    summary: "Replace an API key",
    description:
      "Returns a new key with the same name, scopes and expiry. The old key works for `graceHours` more hours, or until it expires. An expired key is not replaced (400). While the key before the last replacement works, only `graceHours` 0 is accepted (409 otherwise): it ends both.",
    params: one,
    body: z.object({ graceHours: orElse(z.int().min(0).max(168), 24) }),
    reply: newApiKey,
    handle: (ctx, { params, body }) => rotateApiKey(ctx, { ...params, ...body }),
  }),

  revokeApiKey: endpoint({
    ...shared,
    method: "DELETE",
    path: "/api-keys/{apiKeyId}",
    forViewers: true,
    summary: "Revoke an API key",
    description: "It stops working within five seconds. Administrators can also revoke the keys of their users.",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => revokeApiKey(ctx, params.apiKeyId),
  }),
};
