import { z } from "zod";
import { KEY_STATES } from "#server/account/api-key-scopes.ts";
import { createApiKey } from "#server/services/api-key/create-api-key.ts";
import { listApiKeys, searchApiKeys } from "#server/services/api-key/list-api-keys.ts";
import { revokeApiKey } from "#server/services/api-key/revoke-api-key.ts";
import { rotateApiKey } from "#server/services/api-key/rotate-api-key.ts";
import { apiKeyEndpoints as endpoints } from "../endpoints/api-key.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { paged, pageOfRows, pageRequest, searched } from "./lists.ts";
import { forViewers, router, signedIn } from "./trpc.ts";

const one = inputOf(endpoints.revokeApiKey);

export const apiKey = router({
  list: signedIn.input(paged).query(({ ctx, input }) => listApiKeys(ctx, pageOfRows(input.cursor))),
  /** The keys of all users whom an administrator manages. */
  listAll: signedIn
    .input(searched.extend({ state: z.enum(KEY_STATES).optional() }))
    .query(({ ctx, input: { state, ...input } }) => searchApiKeys(ctx, { ...pageRequest(input), state })),
  create: forViewers.input(bodyOf(endpoints.createApiKey)).mutation(({ ctx, input }) => createApiKey(ctx, input)),
  rotate: forViewers
    .input(one.extend(bodyOf(endpoints.rotateApiKey).shape))
    .mutation(({ ctx, input }) => rotateApiKey(ctx, input)),
  revoke: forViewers.input(one).mutation(({ ctx, input }) => revokeApiKey(ctx, input.apiKeyId)),
});
