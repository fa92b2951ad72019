import type { Context } from "#server/context.ts";
import { cutText } from "#server/cut-text.ts";
import { Failure } from "#server/errors.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { requireDesigner } from "../../account/require-role.ts";
import { hashOf } from "../../account/secrets.ts";
import { createJob, nextOf } from "../../job/create-job.ts";
import { createBulkJob, prepareBulkJob } from "../create-bulk-job.ts";
import { checkTransfer, type Transfer } from "./transfer.ts";

type Target = { token: string; objectName: string; identifierFieldName?: string | undefined };

type Input = {
  transfers: readonly { query: Transfer["query"]; target?: Target | undefined }[];
  /** The cron of repeated runs, in UTC; without it, it runs once and now. */
  cron?: string | undefined;
  callbackUrl?: string | undefined;
};

/**
 * Starts transfers, one after the other, or schedules them. Tokens are not kept: the rows go to the element instances
 * that they are of now.
 *
 * Refuses: forbidden for viewers; badRequest for what one of the transfers could not do, a token of no element instance
 * that the caller sees, and an invalid cron.
 */
export async function createWorkflow(ctx: Context, input: Input): Promise<{ id: string; status: "CREATED" }> {
  requireDesigner(ctx);
  const { cron, callbackUrl } = input;
  const transfers = await Promise.all(input.transfers.map((one, n) => readTransfer(ctx, one, n)));
  const read = await Promise.all(transfers.map((transfer, n) => checkTransfer(ctx, transfer).catch(refusalOf(n))));
  const objectName = cutText([...new Set(read.map((one) => one.objectName))].join(", "), 255);
  const job = {
    ...({ direction: "workflow", objectName, version: 2, format: "json", callbackUrl } as const),
    criteria: { transfers },
  };
  if (cron === undefined) return { id: await createBulkJob(ctx, job), status: "CREATED" };
  nextOf(ctx, cron);
  const { organizationId } = ctx.caller;
  const id = await bulkJobs.insertPlan(ctx.db.pool, await prepareBulkJob(ctx, job));
  const { id: scheduleId } = await createJob(ctx, {
    ...{ name: `Bulk workflow ${id}`, description: `Transfers ${objectName}.`, trigger: { cron } },
    ...{ method: "POST", uri: `/bulk/workflows/${id}/runs`, query: {}, headers: {}, body: {} },
  }).catch(async (error: unknown) => {
    await bulkJobs.removePlan(ctx.db.pool, { organizationId, id });
    throw error;
  });
  await bulkJobs.schedule(ctx.db.pool, { organizationId, id, scheduleId });
  return { id, status: "CREATED" };
}

/** Adds the transfer to a refusal. The select of a transfer is its `query`. */
const refusalOf = (n: number) => (error: unknown) => {
  if (!(error instanceof Failure)) throw error;
  const { kind } = error;
  const message = error.message.replace(/^q:/, "query:");
  throw new Failure(kind, `[${n}]${/^\w+:/.test(message) ? "." : ": "}${message}`, { cause: error });
};

async function readTransfer(ctx: Context, { query, target }: Input["transfers"][number], n: number): Promise<Transfer> {
  if (!target) return { query };
  const { token, ...into } = target;
  const found = await elementInstances.findIdByToken(ctx.db.prisma, ownScope(ctx.caller), hashOf(token));
  if (found === null)
    throw new Failure("badRequest", `[${n}].targetConfiguration.token: is the token of no element instance.`);
  return { query, into: { ...into, elementInstanceId: found } };
}
