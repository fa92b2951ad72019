import { z } from "zod";
import { searchAudit } from "#server/services/audit-log/search-audit.ts";
import { auditEndpoints } from "../endpoints/audit.ts";
import { inputOf } from "./inputs.ts";
import { paged, pageOfRows } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const word = z.string().max(255).optional();

/** The filters of the list and of its export. `object` is an id, or what an entry has in its place, such as an address. */
export const auditQuery = inputOf(auditEndpoints.listAudit)
  .omit({ accountId: true })
  .extend({ entity: word, object: word, action: word });

/** The filters as the service takes them. */
export const auditSearch = ({ object, ...query }: z.output<typeof auditQuery>) => ({ ...query, entityId: object });

export const audit = router({
  list: signedIn
    .input(auditQuery.extend(paged.shape))
    .query(({ ctx, input: { cursor, ...query } }) =>
      searchAudit(ctx, { ...auditSearch(query), page: pageOfRows(cursor) }),
    ),
});
