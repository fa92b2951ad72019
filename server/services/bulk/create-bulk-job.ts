import { randomUUID } from "node:crypto";
import type { Context } from "#server/context.ts";
import { bulkObjectOf } from "#server/element/bulk/bulk-criteria.ts";
import type { ElementPlan } from "#server/element/planned.ts";
import { Failure } from "#server/errors.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { refusedCredentials } from "../account/refused-credentials.ts";
import { requireScope } from "../account/require-scope.ts";
import { findFormulaInstance } from "../formula-instance/find-formula-instance.ts";
import { findInstance } from "../instance/find-instance.ts";
import { needsReauthentication } from "../instance/needs-reauthentication.ts";
import { formulaInstanceOf, storedCallback } from "./callback.ts";
import { fileKeyIdentity } from "./file-key.ts";

/** The folder of a new job, and the key of its files. */
type NewFiles = { folder: string; key: string };

export const newFiles = ({ files }: Pick<Context, "files">): NewFiles => ({
  folder: randomUUID(),
  key: files.newKey(),
});

/**
 * The element instance of the token. Refuses: unauthorized when it was deleted or its authorization ended, forbidden
 * when it is disabled.
 */
export async function callableInstance(ctx: Context): Promise<OpenInstance> {
  const found = await ctx.openInstances.find(ctx.caller, ctx.caller.elementInstanceId ?? 0);
  if (!found) throw refusedCredentials();
  const { id, disabled, valid } = found.instance;
  if (disabled) throw new Failure("forbidden", `The element instance ${id} is disabled. Enable it to call it.`);
  if (!valid) throw needsReauthentication();
  return found;
}

/** The context as with the token of this element instance. */
export const forInstance = (ctx: Context, elementInstanceId: number): Context => ({
  ...ctx,
  caller: { ...ctx.caller, elementInstanceId },
});

/** The context for an element instance that the caller names by its id. Refuses notFound. */
export async function forNamedInstance(ctx: Context, elementInstanceId: number): Promise<Context> {
  const { id } = await findInstance(ctx, { elementInstanceId });
  return forInstance(ctx, id);
}

const FLAGS = { download: "bulkDownloadEnabled", upload: "bulkUploadEnabled" } as const;

/** Whether the direction is enabled for both the element and the object. */
export function isEnabled({ element }: ElementPlan, direction: keyof typeof FLAGS, objectName: string): boolean {
  const flag = FLAGS[direction];
  const whole: Record<string, unknown> = element;
  return whole[flag] !== false && bulkObjectOf(element, objectName)?.[flag] !== false;
}

/** Refuses (badRequest) a direction that is disabled for the element or the object. */
export function requireEnabled({ plan }: OpenInstance, direction: keyof typeof FLAGS, objectName: string): void {
  const flag = FLAGS[direction];
  if (!isEnabled(plan, direction, objectName))
    throw new Failure("badRequest", `Bulk ${direction} is disabled for ${objectName}: ${flag} is false.`, {
      field: "objectName",
    });
}

type NewJob = Pick<bulkJobs.NewBulkJob, "direction" | "objectName" | "version" | "format" | "criteria"> &
  Pick<bulkJobs.NewBulkJob, "parts" | "bytes" | "parentId" | "recordsExpected"> & {
    files?: NewFiles;
    callbackUrl?: string | undefined;
  };

/**
 * Refuses (badRequest) an address that may not be called, and a formula instance that the caller does not see;
 * forbidden an API key that may start no formulas.
 */
async function checkCallback(ctx: Context, url: string): Promise<void> {
  const formulaInstanceId = formulaInstanceOf(url);
  if (formulaInstanceId === undefined) return ctx.callbacks.check(url);
  requireScope(ctx, { area: "formulas", writes: true });
  await findFormulaInstance(ctx, { formulaInstanceId }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    throw new Failure("badRequest", `elements-async-callback-url: there is no formula instance ${formulaInstanceId}.`);
  });
}

/**
 * A job of the element instance of the token, to be written. Refuses (badRequest) a callback address that may not be
 * called.
 */
export async function prepareBulkJob(
  ctx: Context,
  { files = newFiles(ctx), callbackUrl, ...job }: NewJob,
): Promise<bulkJobs.NewBulkJob> {
  const { organizationId, userId } = ctx.caller;
  const { instance } = await callableInstance(ctx);
  if (callbackUrl !== undefined) await checkCallback(ctx, callbackUrl);
  const identity = fileKeyIdentity({ organizationId, folder: files.folder });
  return {
    ...job,
    ...{ organizationId, accountId: instance.accountId, userId, elementInstanceId: instance.id },
    ...{ folder: files.folder, fileKey: ctx.vault.seal(files.key, identity) },
    ...storedCallback(ctx.vault, { organizationId, folder: files.folder }, callbackUrl),
  };
}

/** Writes a job, for a worker to run, and returns its id. Refuses as `prepareBulkJob`. */
export const createBulkJob = async (ctx: Context, job: NewJob): Promise<string> =>
  bulkJobs.insert(ctx.db.pool, await prepareBulkJob(ctx, job));
