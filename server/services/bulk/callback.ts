import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { asText } from "#server/formula/place.ts";
import type { Vault } from "#server/ports.ts";
import type { BulkJob } from "#server/store/bulk/bulk-jobs.ts";
import { ADDRESS_IDENTITY, openAddress, sealAddress } from "#server/store/encryption/sealed-address.ts";
import { presentBulkJob } from "./present-bulk-job.ts";

type Owner = { organizationId: number; folder: string };

/** The columns that store the callback address of a job, which can contain credentials. */
export function storedCallback(vault: Vault, owner: Owner, callbackUrl: string | undefined) {
  if (callbackUrl === undefined) return { callbackUrl: null, callbackSealed: null };
  const { shown, sealed } = sealAddress(vault, callbackUrl, ADDRESS_IDENTITY.bulk_job(owner));
  return { callbackUrl: shown, callbackSealed: sealed };
}

/** The callback address of a job with its credentials; null if it has none. */
export const callbackOf = (
  vault: Vault,
  { callbackUrl: shown, callbackSealed: sealed, ...owner }: Owner & Pick<BulkJob, "callbackUrl" | "callbackSealed">,
): string | null => shown && openAddress(vault, { shown, sealed }, ADDRESS_IDENTITY.bulk_job(owner));

/** The other form of a callback address: the path that starts executions of a formula instance. */
export const FORMULA_CALLBACK = /^\/formulas\/instances\/(\d{1,9})\/executions$/;

/** The formula instance that a callback starts; undefined for a URL. */
export function formulaInstanceOf(callbackUrl: string): number | undefined {
  const [, id] = FORMULA_CALLBACK.exec(callbackUrl) ?? [];
  return id === undefined ? undefined : Number(id);
}

const TIMEOUT_MS = 30_000;

/**
 * Starts the formula instance that a job names as its callback, with the final status as the input, as the user of the
 * job. Called again for the same job it starts none. Returns why it was not started, if so; throws where trying again
 * can help.
 */
export async function startFormula(app: Pick<App, "platform">, job: BulkJob): Promise<string | null> {
  const { callbackUrl, organizationId, accountId, userId } = job;
  const { code, body } = await app.platform(
    { organizationId, accountId, userId, settings: {} },
    {
      method: "POST",
      url: callbackUrl ?? "",
      headers: { "content-type": "application/json", "idempotency-key": `bulk-job:${job.id}` },
      body: presentBulkJob(job),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  );
  if (code < 300) return null;
  if (code === 429 || code >= 500) throw new Failure("unavailable", `POST ${callbackUrl} answered ${code}.`);
  return `The formula was not started: POST ${callbackUrl} answered ${code}: ${asText(body)}`;
}
