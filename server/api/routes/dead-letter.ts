import { listDeadLetters } from "#server/services/dead-letter/list-dead-letters.ts";
import { retryDeadLetter } from "#server/services/dead-letter/retry-dead-letter.ts";
import * as contract from "../endpoints/dead-letter.ts";
import { route } from "../route.ts";

export const deadLetterRoutes = [
  route(contract.listDeadLetters, (ctx, { query, page }) => listDeadLetters(ctx, { isRetried: query.retried, page })),
  route(contract.retryDeadLetter, (ctx, { params }) => retryDeadLetter(ctx, params.deadLetterId)),
];
