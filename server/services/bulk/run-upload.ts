import type { App } from "#server/context.ts";
import { bulkObjectOf } from "#server/element/bulk/bulk-criteria.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import { segmentsOf } from "#server/element/match.ts";
import { columnText } from "#server/element/query/order-by.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import { retryAfterMs } from "#server/event/retry-wait.ts";
import { pauseFor } from "#server/pause-for.ts";
import type { BulkError } from "#server/store/bulk/bulk-jobs.ts";
import { listParts } from "#server/store/bulk/bulk-jobs.ts";
import { save } from "#server/store/bulk/bulk-leases.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { callElement } from "../hub/call-element.ts";
import { textOfFile } from "./bulk-file-text.ts";
import type { ReadRow } from "./formats/bulk-format.ts";
import { bulkFormatOf } from "./formats/registry.ts";
import type { OpenBulkJob, TurnEnd } from "./open-bulk-job.ts";
import { failureText } from "./open-bulk-job.ts";

/** The number of rows in progress, which a crash can repeat with the same Idempotency-Key. */
const BATCH = 8;
/** For a longer pause of the provider, the job is released. */
const LONGEST_PAUSE_MS = 5000;

/** The position of an upload: all rows up to one are written or refused, and some rows after it. */
type Position = { upTo: number; also: number[] };

/**
 * Writes each row of a file by a POST, or updates what the identifier finds. A refused row is recorded with its number
 * and does not end the job. What was written is saved after each batch.
 */
export async function runUpload(app: App, open: OpenBulkJob): Promise<TurnEnd> {
  const { job, claimed, ctx, signal, isTurnOver } = open;
  const connection = await ctx.openInstances.find(ctx.caller, job.elementInstanceId);
  if (!connection) throw new Failure("unauthorized", "The element instance of this bulk job was deleted.");
  const write = rowWriter(open, connection);
  let position = JSON.parse(job.nextPage ?? '{"upTo":0,"also":[]}') as Position;
  const identifier = identifierOf(open);
  const escapes = job.criteria.escapeFormulas !== false;
  let batch: ReadRow[] = [];
  for await (const row of bulkFormatOf(job.format).read(textOfFile(bytesOf(app, open)), { escapes })) {
    signal.throwIfAborted();
    if (row.row <= position.upTo || position.also.includes(row.row)) continue;
    batch.push(row);
    if (batch.length < BATCH) continue;
    await writeBatch();
    if (isTurnOver()) return { againInMs: 0 };
  }
  await writeBatch();
  return "complete";

  async function writeBatch(): Promise<void> {
    const rows = batch;
    batch = [];
    if (rows.length === 0) return;
    const refused: BulkError[] = [];
    const done = new Set(position.also);
    let written = 0;
    let stopped: unknown;
    await Promise.all(
      inOrder(rows, identifier).map(async (sequence) => {
        for (const one of sequence) {
          if (stopped) return;
          try {
            const refusal = "problem" in one ? { status: null, message: one.problem } : await write(one);
            if (refusal) refused.push({ row: one.row, ...refusal });
            else written++;
            done.add(one.row);
          } catch (error) {
            stopped ??= error;
          }
        }
      }),
    );
    let { upTo } = position;
    const last = rows.at(-1)?.row ?? upTo;
    while (upTo < last && (done.delete(upTo + 1) || position.also.includes(upTo + 1))) upTo++;
    position = { upTo, also: [...done].filter((row) => row > upTo) };
    await save(app.db.pool, claimed, { written, refused, nextPage: JSON.stringify(position) });
    if (stopped) throw stopped;
  }
}

async function* bytesOf(app: App, { job, key }: OpenBulkJob): AsyncGenerator<Uint8Array, undefined> {
  for (const name of await listParts(app.db.pool, job)) yield await app.files.get({ name, key });
}

const identifierOf = ({ job }: OpenBulkJob): string | undefined =>
  typeof job.criteria.identifierFieldName === "string" ? job.criteria.identifierFieldName : undefined;

/** Rows with the same identifier are written in sequence. */
function inOrder(rows: readonly ReadRow[], identifier: string | undefined): ReadRow[][] {
  if (identifier === undefined) return rows.map((row) => [row]);
  const sequences = new Map<unknown, ReadRow[]>();
  for (const row of rows) {
    const name = "value" in row && row.value[identifier] !== undefined ? String(row.value[identifier]) : row.row;
    sequences.set(name, [...(sequences.get(name) ?? []), row]);
  }
  return [...sequences.values()];
}

type Refusal = { status: number; message: string };
type Written = { row: number; value: Record<string, unknown> };

/**
 * A function that writes one row, and returns why it was refused, if so. Throws what ends the job or interrupts it:
 * refusals that are not about the row, and a provider that allows no more requests.
 */
function rowWriter(open: OpenBulkJob, connection: OpenInstance) {
  const { job, ctx, signal } = open;
  const path = pathOf(job.objectName);
  const identifier = identifierOf(open);
  const { primaryKey, changes } = updatesOf(connection, job.objectName);

  async function call(
    request: Pick<HubRequest, "method" | "path" | "query" | "body">,
    row: number,
  ): Promise<HubResponse> {
    // An object that a POST created just before a crash is updated after it: another request needs another key.
    const headers: Record<string, string> =
      request.method === "GET"
        ? {}
        : { "content-type": "application/json", "idempotency-key": `bulk-${job.id}-${row}-${request.method}` };
    const reply = await callElement(
      { ...ctx, requestId: "" },
      { elementInstanceId: job.elementInstanceId, call: { ...request, headers, signal } },
    );
    reply.stream?.cancel();
    return reply;
  }

  async function writeRow({ row, value: body }: Written): Promise<Refusal | undefined> {
    const known = identifier === undefined ? undefined : await find(row, identifier, body[identifier]);
    if (known === undefined) await call({ method: "POST", path, query: {}, body }, row);
    else await call({ method: changes, path: `${path}/${encodeURIComponent(known)}`, query: {}, body }, row);
    return undefined;
  }

  /** The primary key of the object with this identifier, if there is one. */
  async function find(row: number, name: string, value: unknown): Promise<string | undefined> {
    if (value === undefined || value === null || value === "")
      throw new Failure("badRequest", `${name}: the identifier is missing in this row.`, { provider: OF_ROW });
    const literal = typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
    const query = { where: `${columnText(name)} = ${literal}`, pageSize: "2" };
    const { body } = await call({ method: "GET", path, query }, row);
    const rows = Array.isArray(body) ? body.filter((one) => String(one?.[name]) === String(value)) : [];
    if (rows.length > 1)
      throw new Failure("conflict", `${name}: more than one object has this identifier.`, { provider: OF_ROW });
    const key: unknown = rows[0]?.[primaryKey];
    if (rows.length === 1 && (key === undefined || key === null))
      throw new Failure("badRequest", `${primaryKey}: the object that was found has no such field.`, {
        provider: OF_ROW,
      });
    return rows.length === 0 ? undefined : String(key);
  }

  return async function write(one: Written): Promise<Refusal | undefined> {
    for (;;) {
      try {
        return await writeRow(one);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Failure) || isOfJob(error)) throw error;
        if (error.kind !== "tooManyRequests" && error.kind !== "unavailable")
          return { status: error.provider?.code || FAILURE_STATUS[error.kind], message: failureText(error) };
        const waitMs = retryAfterMs(error.headers["retry-after"], ctx.now());
        if (waitMs === 0 || waitMs > LONGEST_PAUSE_MS) throw error;
        await pauseFor(waitMs, signal);
      }
    }
  };
}

const pathOf = (objectName: string): string => `/${objectName.split("/").map(encodeURIComponent).join("/")}`;

/** The field with the primary key of an object as callers see it, and the method that updates one. */
function updatesOf({ plan, commonResources }: OpenInstance, objectName: string) {
  const common = commonResources.get(objectName);
  const ownName = common?.vendorName ?? objectName;
  const ownKey = bulkObjectOf(plan.element, ownName)?.primaryKeyName || "id";
  const primaryKey = common?.transformation.fields.find(({ vendorPath }) => vendorPath === ownKey)?.path ?? ownKey;
  const one = segmentsOf(`${pathOf(ownName)}/0`);
  const changes = ["PATCH", "PUT"].find((method) => plan.match(method, one).target) ?? "PATCH";
  return { primaryKey, changes };
}

/** Marks a refusal as one of the row, like those of the provider. */
const OF_ROW = { code: 0, headers: {} };

/** The instance was deleted or disabled, its authorization ended, or the user may no longer write. */
const isOfJob = ({ kind, provider, reason }: Failure): boolean =>
  reason === "authorizationEnded" || (!provider && (kind === "unauthorized" || kind === "forbidden"));
