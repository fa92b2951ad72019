import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atEnd, isUnfinished, withReported } from "./advance-cursor.ts";
import { changesSince, firstCursor, isReported, type PollCursor } from "./changes-since.ts";
import { compilePollerEntry } from "./poller-entry.ts";

const START = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;
const NOW = START + 60 * MINUTE;
const entryOf = (fields: object = {}) =>
  compilePollerEntry("contacts", {
    ...{ url: "/contacts", idField: "id", datesConfiguration: { updatedDateField: "updated" } },
    ...fields,
  });
const entry = entryOf();

type Row = { id: string; at: number };
type Order = (a: Row, b: Row) => number;
const ASCENDING: Order = (a, b) => a.at - b.at;
/** Rows that changed one after the other, ten seconds apart. */
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `n${n}`, at: START + n * 10_000 }));

/** A provider that numbers its pages: `change` is called after each page, with the number of requests until then. */
function providerOf(rows: Row[], { pageSize = 2, order = ASCENDING, change = (_: number, __: Row[]) => {} } = {}) {
  let requests = 0;
  return {
    rows,
    requests: () => requests,
    page(since: number, page: number) {
      const found = rows.filter(({ at }) => at >= since).sort(order);
      const body = found.slice((page - 1) * pageSize, page * pageSize).map((row) => ({ ...row }));
      change(++requests, rows);
      return { body, next: body.length === pageSize ? String(page + 1) : undefined };
    },
  };
}
type Provider = ReturnType<typeof providerOf>;

/** One poll, until nothing more is to be requested at once. */
function poll(provider: Provider, before: PollCursor, now = NOW) {
  let cursor = before;
  const reported: string[] = [];
  do {
    const { body, next } = provider.page(cursor.since, Number(cursor.nextPage ?? 1));
    const rows = body.map(({ id, at }) => ({ id, updated: new Date(at).toISOString() }));
    const judged = changesSince(entry, rows, cursor, now);
    for (const row of judged.filter(isReported)) reported.push(`${row.id} ${row.date?.from}`);
    cursor = withReported(entry, cursor, { judged, now, nextPage: next });
    if (next === undefined) cursor = atEnd(entry, cursor);
  } while (isUnfinished(cursor));
  return { cursor, reported };
}
const first = firstCursor(new Date(START));
const named = ({ id, at }: Row) => `${id} ${at}`;
const update = (rows: Row[], id: string, at: number) => {
  for (const row of rows) if (row.id === id) row.at = at;
};
const remove = (rows: Row[], id: string) => {
  const index = rows.findIndex((row) => row.id === id);
  if (index >= 0) rows.splice(index, 1);
};

describe("while pages are read, rows move past the page that is read next", () => {
  test.each<[string, (rows: Row[]) => void]>([
    ["a row that was read is changed", (rows) => update(rows, "n3", NOW - 1000)],
    ["a row that was read is deleted", (rows) => remove(rows, "n3")],
    ["several are", (rows) => ["n0", "n1", "n2"].map((id) => remove(rows, id))],
  ])("when %s, none is lost", (_, disturb) => {
    const provider = providerOf(rowsOf(60), { change: (n, rows) => n === 20 && disturb(rows) });
    const { reported } = poll(provider, first);
    expect(reported).toEqual(expect.arrayContaining(provider.rows.map(named)));
    expect(new Set(reported).size).toBe(reported.length);
  });

  test("none is lost in any order, page size and number of changes, and none is reported twice", () => {
    const disturbance = fc.record({
      after: fc.integer({ min: 1, max: 10 }),
      id: fc.integer({ min: 0, max: 29 }),
      isRemoved: fc.boolean(),
    });
    const orders: Order[] = [ASCENDING, (a, b) => b.at - a.at, (a, b) => (a.id < b.id ? -1 : 1)];
    fc.assert(
      fc.property(
        fc.array(disturbance, { maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(...orders),
        (disturbances, pageSize, order) => {
          const provider = providerOf(rowsOf(30), {
            ...{ pageSize, order },
            change(request, rows) {
              // Within the first pass.
              if (request * pageSize > 30) return;
              for (const { after, id, isRemoved } of disturbances)
                if (after === request && isRemoved) remove(rows, `n${id}`);
                else if (after === request) update(rows, `n${id}`, NOW - 30 * MINUTE + request * MINUTE + id);
            },
          });
          const one = poll(provider, first);
          const two = poll(provider, one.cursor, NOW + MINUTE);
          const reported = [...one.reported, ...two.reported];
          expect(reported).toEqual(expect.arrayContaining(provider.rows.map(named)));
          expect(new Set(reported).size).toBe(reported.length);
        },
      ),
    );
  });

  test("the window advances although rows change during each pass, and what changed then is read once more", () => {
    let now = NOW;
    const provider = providerOf(rowsOf(60), {
      change(request, rows) {
        now += 1000;
        update(rows, `n${request % 60}`, now);
      },
    });
    let { cursor } = poll(provider, first, now);
    expect(cursor.since).toBeGreaterThan(START);
    for (let n = 0; n < 20; n++) cursor = poll(provider, cursor, now).cursor;
    expect(cursor.since).toBeGreaterThan(now - 10 * MINUTE);
  });

  test("a provider whose pages never agree is read a few times in each poll, not for ever", () => {
    const provider = providerOf(rowsOf(10), {
      change: (request, rows) => rows.push({ id: `late ${request}`, at: START + request }),
    });
    poll({ ...provider, page: (since, page) => provider.page(since, page > 20 ? 99 : page) }, first);
    expect(provider.requests()).toBeLessThan(150);
  });
});

describe("requests no more than it needs", () => {
  test.each([
    ["without rows", 0, 1],
    ["of one page", 1, 1],
    ["of several pages", 60, 62],
  ])("a poll %s", (_, rows, requests) => {
    const provider = providerOf(rowsOf(rows));
    poll(provider, first);
    expect(provider.requests()).toBe(requests);
  });

  test.each([1, 12, 13, 60])("a poll that finds nothing new reads the last two minutes once: %i rows", (rows) => {
    const provider = providerOf(rowsOf(rows));
    const { cursor } = poll(provider, first);
    const before = provider.requests();
    const again = poll(provider, cursor, NOW + 15 * MINUTE);
    const since = Math.max(START, START + (rows - 1) * 10_000 - 2 * MINUTE);
    const pages = Math.floor(provider.rows.filter(({ at }) => at >= since).length / 2) + 1;
    expect([again.reported, provider.requests() - before, again.cursor.since]).toEqual([[], pages, since]);
  });
});

test("a provider that ignores the number of the page is not requested for ever", () => {
  const provider = providerOf(rowsOf(9));
  const stuck = { ...provider, page: (since: number) => provider.page(since, 1) };
  const { cursor, reported } = poll(stuck, first);
  expect([cursor.tally?.isStuck, reported.length, provider.requests()]).toEqual([true, 2, 5]);
  const again = poll(provider, cursor, NOW + MINUTE);
  expect([again.cursor.tally?.isStuck, again.reported.length]).toEqual([undefined, 7]);
});

test("pages that are the same because rows move between them are read on", () => {
  const provider = providerOf(rowsOf(9), {
    ...{ pageSize: 1, order: (a: Row, b: Row) => b.at - a.at },
    change: (request, rows) => request < 3 && rows.push({ id: `new ${request}`, at: NOW - 10_000 + request }),
  });
  const { reported, cursor } = poll(provider, first);
  const next = poll(provider, cursor, NOW + MINUTE).reported;
  expect([...reported, ...next].sort()).toEqual(provider.rows.map(named).sort());
});

test("a poll after one that found rows of a clock slightly ahead reads several pages once", () => {
  const provider = providerOf(rowsOf(60));
  const end = START + 59 * 10_000;
  const { cursor } = poll(provider, first, end - 1);
  const before = provider.requests();
  const { cursor: after } = poll(provider, cursor, end + MINUTE);
  expect([provider.requests() - before, after.since]).toEqual([8, end - 2 * MINUTE]);
});

test("rows count once, also if their pages are read again", () => {
  const rows = [...rowsOf(60), { id: "", at: START }, { id: "", at: START + MINUTE }];
  const provider = providerOf(rows);
  const { cursor } = poll(provider, first);
  expect(provider.requests()).toBe(64);
  expect(cursor.tally).toEqual({ rows: 62, unreadable: 2, reason: "idField: the row has no id." });
});
