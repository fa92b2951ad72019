import type { App } from "#server/context.ts";
import type { BulkCriteria } from "#server/element/bulk/bulk-criteria.ts";
import { flatten, MOST_COLUMNS } from "#server/element/bulk/flatten.ts";
import { type PageTrail, stepTo, withPage } from "#server/element/pagination/page-trail.ts";
import { selectFields } from "#server/element/query/select-fields.ts";
import { Failure } from "#server/errors.ts";
import { save } from "#server/store/bulk/bulk-leases.ts";
import { refusedCredentials } from "../account/refused-credentials.ts";
import { callElement } from "../hub/call-element.ts";
import { listOf, rowFilter } from "./download-narrowing.ts";
import type { OpenBulkJob, TurnEnd } from "./open-bulk-job.ts";

/** Rows are stored in parts of about this size, or after this time. */
const PART_BYTES = 1024 * 1024;
const PART_MS = 2000;
const PAGE_SIZE = 1000;
/** As many rows as the column holds. */
const MOST_EXPECTED = 2 ** 31 - 1;

/** The position of a download: the token of the next page, if there is one, and the number of rows before it. */
type Position = { token?: string; seen: number; trail?: PageTrail; isOver?: boolean };

/**
 * Reads page after page as the user's own requests would, and stores the rows as JSON lines. The position behind the
 * rows is saved in the statement that adds their part to the file, so that after a crash the next worker neither loses
 * nor repeats rows.
 */
export async function runDownload(app: App, open: OpenBulkJob): Promise<TurnEnd> {
  const { job, claimed, key, signal, isTurnOver } = open;
  const { startsAt, ...criteria } = job.criteria as BulkCriteria & { startsAt?: string };
  const { offset = 0, limit = Number.POSITIVE_INFINITY, fields } = criteria;
  const readPage = await pageReader(open, criteria);
  const columns = new Set(job.columns);
  let position: Position = JSON.parse(job.nextPage ?? startsAt ?? '{"seen":0}') as Position;
  let expected: number | undefined;
  let segment = job.segments;
  let part = newPart();
  while (!position.isOver) {
    signal.throwIfAborted();
    let page: ReadPage;
    try {
      page = await readPage(position.token);
    } catch (error) {
      await flush();
      throw error;
    }
    if (page.total !== undefined && job.nextPage === null)
      expected ??= Math.max(Math.min(page.total, offset + limit, MOST_EXPECTED) - Math.max(offset, position.seen), 0);
    for (const [at, row] of page.rows.entries()) {
      const nth = position.seen + at;
      if (nth < offset || nth >= offset + limit) continue;
      add(fields ? selectFields(row, fields) : row);
    }
    const seen = position.seen + page.rows.length;
    const isOver = !page.next || seen >= offset + limit;
    position = isOver ? { seen, isOver } : { token: page.next, seen, trail: await trailOrEnd(page) };
    if (isOver || isTurnOver() || part.bytes >= PART_BYTES || performance.now() - part.since >= PART_MS) await flush();
    if (!isOver && isTurnOver()) return { againInMs: 0 };
  }
  return "complete";

  async function trailOrEnd(page: ReadPage): Promise<PageTrail> {
    try {
      return trailAfter(position, page);
    } catch (error) {
      await flush();
      throw error;
    }
  }

  function add(row: unknown): void {
    const line = `${JSON.stringify(row) ?? "null"}\n`;
    part.lines.push(line);
    part.bytes += line.length;
    if (columns.size <= MOST_COLUMNS) for (const column of flatten(row).keys()) columns.add(column);
  }

  async function flush(): Promise<void> {
    const written = part;
    part = newPart();
    const nextPage = JSON.stringify(position);
    const grown = columns.size > written.columns ? { columns: [...columns] } : {};
    if (written.lines.length === 0) return save(app.db.pool, claimed, { nextPage, expected });
    const name = `${job.folder}/${segment}-${claimed.ticket}`;
    const bytes = Buffer.from(written.lines.join(""));
    await app.files.put({ name, key }, bytes);
    const rows = written.lines.length;
    await save(app.db.pool, claimed, { nextPage, expected, ...grown, part: { name, bytes: bytes.length, rows } });
    segment++;
  }

  function newPart() {
    return { lines: [] as string[], bytes: 0, since: performance.now(), columns: columns.size };
  }
}

/** Refuses (badRequest, which is not retried) a list without end. */
function trailAfter({ token, trail }: Position, { next = "", isEmpty }: ReadPage): PageTrail {
  if (next === token)
    throw new Failure("badRequest", "The provider names a page as the one after itself: the download cannot go on.");
  const after = withPage(trail, stepTo(next, isEmpty));
  if ("problem" in after) throw new Failure("badRequest", after.problem);
  return after;
}

type ReadPage = { rows: unknown[]; next: string | undefined; total: number | undefined; isEmpty: boolean };

async function pageReader({ job, ctx, signal }: OpenBulkJob, criteria: BulkCriteria) {
  const { where, fields, orderBy } = criteria;
  const connection = await ctx.openInstances.find(ctx.caller, job.elementInstanceId);
  if (!connection) throw refusedCredentials();
  const { path, resource } = listOf(connection, job.objectName);
  const isWanted = rowFilter(resource, criteria);
  const query = {
    ...(resource && {
      pageSize: String(Math.min(PAGE_SIZE, resource.resource.maxPageSize ?? PAGE_SIZE)),
      returnTotalCount: "true",
    }),
    ...(where !== undefined && !isWanted && { where }),
    // Conditions may need other fields.
    ...(fields && !isWanted && { fields: fields.join(",") }),
    ...(orderBy !== undefined && { orderBy }),
  };

  return async function readPage(token: string | undefined): Promise<ReadPage> {
    const call = { method: "GET", path, query: { ...query, ...(token && { nextPage: token }) }, headers: {}, signal };
    const { elementInstanceId } = job;
    const reply = await callElement({ ...ctx, requestId: "" }, { elementInstanceId, call });
    if (reply.stream) {
      reply.stream.cancel();
      throw new Failure("badRequest", `${job.objectName} is a file and no list of rows. Download it by GET ${path}.`);
    }
    const { body } = reply;
    const found = Array.isArray(body) ? body : body === undefined ? [] : [body];
    const next = reply.headers["elements-next-page-token"];
    const isEmpty = found.length === 0;
    if (isWanted) return { rows: found.filter(isWanted), next, total: undefined, isEmpty };
    const total = reply.headers["elements-total-count"];
    return { rows: found, next, isEmpty, total: /^\d+$/.test(total ?? "") ? Number(total) : undefined };
  };
}
