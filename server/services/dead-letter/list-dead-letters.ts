import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as deadLetters from "#server/store/job/dead-letters.ts";
import { requireAdministrator } from "../account/require-role.ts";

type DeadLetter = NonNullable<Awaited<ReturnType<typeof deadLetters.find>>>;

/** Background jobs of the caller's accounts that failed for good, newest first. */
export async function listDeadLetters(
  ctx: Context,
  { isRetried, page }: { isRetried?: boolean | undefined; page: PageRequest },
) {
  requireAdministrator(ctx);
  const filter = { scope: ownScope(ctx.caller), isRetried };
  return mapPage(await deadLetters.list(ctx.db.prisma, filter, page), presentDeadLetter);
}

/** One dead letter. Refuses notFound. */
export async function findDeadLetter({ db, caller }: Context, id: number): Promise<DeadLetter> {
  const found = await deadLetters.find(db.prisma, ownScope(caller), id);
  if (!found) throw new Failure("notFound", `There is no dead letter ${id}.`);
  return found;
}

/** A dead letter as the API shows it. */
export const presentDeadLetter = ({ id, kind, reason, executionId, payload, createdAt, redrivenAt }: DeadLetter) => ({
  id,
  queue: kind,
  reason,
  ...(executionId !== null && { executionId: Number(executionId) }),
  ...(payload !== null && { payload: payload as Record<string, unknown> }),
  createdDate: isoSeconds(createdAt),
  ...(redrivenAt !== null && { retriedDate: isoSeconds(redrivenAt) }),
});
