import { z } from "zod";
import { searchAudit } from "#server/services/audit/search-audit.ts";
import { auditEndpoints } from "../endpoints/audit.ts";
import { inputOf } from "./inputs.ts";
import { paged, pageOfRows } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const word = z.string().max(100).optional();

/** The filters of the list and of its export. */
export const auditQuery = inputOf(auditEndpoints.listAudit)
  .omit({ accountId: true })
  .extend({ entity: word, objectId: z.string().max(255).optional(), action: word });

export const audit = router({
  list: signedIn
    .input(auditQuery.extend(paged.shape))
    .query(({ ctx, input: { cursor, objectId, ...query } }) =>
      searchAudit(ctx, { ...query, entityId: objectId, page: pageOfRows(cursor) }),
    ),
});
