import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atEnd, withReported } from "./advance-cursor.ts";
import { changesSince, dedupKeyOf, firstCursor, isReported, type PollCursor } from "./changes-since.ts";
import { compilePollerEntry } from "./poller-entry.ts";

const START = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;
const iso = (at: number) => new Date(at).toISOString();
const DATES = {
  updatedDateField: "updated",
  updatedDateFormat: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  createdDateField: "created",
  createdDateFormat: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
};
const entryOf = (fields: object = {}) =>
  compilePollerEntry("contacts", { url: "/contacts", idField: "id", datesConfiguration: DATES, ...fields });
const dated = (id: unknown, updated: number, created = START - 1000 * MINUTE) => ({
  id,
  updated: iso(updated),
  created: iso(created),
});

/** A complete poll over these rows. */
function poll(entry: ReturnType<typeof entryOf>, rows: unknown[], cursor: PollCursor, now = START + 60 * MINUTE) {
  const judged = changesSince(entry, rows, cursor, now);
  return {
    verdicts: judged.map(({ verdict }) => verdict),
    judged,
    cursor: atEnd(entry, withReported(entry, cursor, { judged, now })),
  };
}
const first = firstCursor(new Date(START));

describe("a resource with dates", () => {
  const entry = entryOf();

  test("the first poll starts at the instance's creation", () => {
    expect(poll(entry, [dated(1, START - 1), dated(2, START), dated(3, START + 1)], first).verdicts).toEqual([
      "older",
      "updated",
      "updated",
    ]);
  });

  test("created and updated within the tolerance is CREATED, else UPDATED", () => {
    const tolerant = entryOf({ createdCheckTolerance: 5 });
    const rows = [0, 5000, 5001, -5000].map((apart, id) => dated(id, START + 10_000, START + 10_000 - apart));
    expect(poll(tolerant, rows, first).verdicts).toEqual(["created", "created", "updated", "created"]);
  });

  test("a row that was reported is CREATED no more, however soon it changes", () => {
    const tolerant = entryOf({ createdCheckTolerance: 5 });
    let cursor = first;
    const verdicts = [0, 1000, 2000, 9000].map((after) => {
      const polled = poll(tolerant, [dated(1, START + after, START)], cursor);
      cursor = polled.cursor;
      return polled.verdicts;
    });
    expect(verdicts).toEqual([["created"], ["updated"], ["updated"], ["updated"]]);
  });

  test("with a date of creation only all is CREATED; without one, UPDATED", () => {
    const only = (field: string) => entryOf({ datesConfiguration: { [`${field}DateField`]: field } });
    expect(poll(only("created"), [dated(1, 0, START + 1)], first).verdicts).toEqual(["created"]);
    expect(poll(only("updated"), [dated(1, START + 1)], first).verdicts).toEqual(["updated"]);
  });

  test("reports a change once, and a further one again", () => {
    const { cursor } = poll(entry, [dated(1, START + MINUTE)], first);
    expect(poll(entry, [dated(1, START + MINUTE), dated(1, START + 2 * MINUTE)], cursor).verdicts).toEqual([
      "known",
      "updated",
    ]);
  });

  test("reports all rows of the same instant, in any poll", () => {
    const { cursor } = poll(entry, [dated(1, START + MINUTE), dated(2, START + MINUTE)], first);
    expect(poll(entry, [dated(2, START + MINUTE), dated(3, START + MINUTE)], cursor).verdicts).toEqual([
      "known",
      "updated",
    ]);
  });

  test("reports rows that are up to two minutes late; older ones are not requested again", () => {
    const { cursor } = poll(entry, [dated(1, START + 30 * MINUTE)], first);
    expect(cursor.since).toBe(START + 28 * MINUTE);
    expect(poll(entry, [dated(2, START + 28 * MINUTE), dated(3, START + 28 * MINUTE - 1)], cursor).verdicts).toEqual([
      "updated",
      "older",
    ]);
  });

  test("the provider's clock behind ours loses nothing, and one far ahead neither", () => {
    const behind = poll(entry, [dated(1, START + 25 * MINUTE)], first, START + 30 * MINUTE).cursor;
    expect(poll(entry, [dated(2, START + 25.5 * MINUTE)], behind, START + 31 * MINUTE).verdicts).toEqual(["updated"]);
    const ahead = poll(entry, [dated(1, START + 500_000 * MINUTE)], first, START + 30 * MINUTE).cursor;
    const next = poll(
      entry,
      [dated(1, START + 500_000 * MINUTE), dated(2, START + 31 * MINUTE)],
      ahead,
      START + 32 * MINUTE,
    );
    expect(next.verdicts).toEqual(["known", "updated"]);
  });

  test("the cursor never goes back, even when our clock does", () => {
    const { cursor } = poll(entry, [dated(1, START + 30 * MINUTE)], first);
    expect(poll(entry, [], cursor, START - 90 * MINUTE).cursor.since).toBe(cursor.since);
  });

  describe("a row whose date goes back", () => {
    const NOW = START + 30 * MINUTE;

    test.each([
      ["a day in the future", 24 * 60],
      ["a minute in the future", 1],
      ["now", 0],
      ["in the past", -1],
    ])("from %s has changed, once", (_, minutes) => {
      const ahead = poll(entry, [dated(1, NOW + minutes * MINUTE)], first, NOW);
      const back = [dated(1, NOW - 1.5 * MINUTE)];
      const changed = poll(entry, back, ahead.cursor, NOW + MINUTE);
      const again = poll(entry, back, changed.cursor, NOW + 2 * MINUTE);
      expect([ahead, changed, again].map(({ verdicts }) => verdicts)).toEqual([["updated"], ["updated"], ["known"]]);
    });

    test("never silences others that are late or of a clock that runs behind", () => {
      const future = dated(1, NOW + 24 * 60 * MINUTE);
      let { cursor } = poll(entry, [future, dated(2, NOW - 5 * MINUTE)], first, NOW);
      const verdicts = [1, 2, 3].map((n) => {
        const rows = [future, dated(2, NOW + (n - 5.5) * MINUTE)];
        const polled = poll(entry, rows, cursor, NOW + n * MINUTE);
        cursor = polled.cursor;
        return polled.verdicts;
      });
      expect(verdicts).toEqual([1, 2, 3].map(() => ["known", "updated"]));
    });

    test("is forgotten as the newest change, also by cursors that were stored with it", () => {
      const stored = { ...first, newest: NOW + 24 * 60 * MINUTE };
      expect(poll(entry, [dated(1, NOW - MINUTE)], stored, NOW).cursor.newest).toBe(NOW - MINUTE);
    });

    test("is still read from about where the clock of the provider is, which may always run ahead", () => {
      let cursor = first;
      for (let n = 0; n < 30; n++)
        cursor = poll(
          entry,
          [dated(n, START + (n + 10) * MINUTE), dated(n - 10, START + n * MINUTE)],
          cursor,
          START + n * MINUTE,
        ).cursor;
      expect(cursor.since).toBe(START + 27 * MINUTE);
    });
  });

  test("a date says no more than its pattern", () => {
    const daily = entryOf({ datesConfiguration: { updatedDateField: "day", updatedDateFormat: "yyyy-MM-dd" } });
    const { verdicts, cursor } = poll(
      daily,
      [
        { id: 1, day: "2026-03-01" },
        { id: 2, day: "2026-02-28" },
      ],
      first,
    );
    expect(verdicts).toEqual(["updated", "older"]);
    expect(
      poll(
        daily,
        [
          { id: 1, day: "2026-03-01" },
          { id: 3, day: "2026-03-01" },
        ],
        cursor,
      ).verdicts,
    ).toEqual(["known", "updated"]);
  });

  test.each(["UTC", "GMT+2", "GMT+12", "GMT-6", "GMT-11"])(
    "the day of the instance's creation counts in %s",
    (zone) => {
      const daily = entryOf({
        datesConfiguration: { updatedDateField: "day", updatedDateFormat: "yyyy-MM-dd", updatedDateTimezone: zone },
      });
      // Noon in that zone.
      const hours = Number(zone.slice(3)) || 0;
      const noon = firstCursor(new Date(START - hours * 60 * MINUTE));
      const rows = ["2026-02-28", "2026-03-01", "2026-03-02"].map((day, id) => ({ id, day }));
      expect(poll(daily, rows, noon).verdicts).toEqual(["older", "updated", "updated"]);
    },
  );

  test("reports text dates of both hours at the end of summer time", () => {
    const local = entryOf({
      datesConfiguration: {
        updatedDateField: "at",
        updatedDateFormat: "yyyy-MM-dd HH:mm:ss",
        updatedDateTimezone: "America/Denver",
      },
    });
    const begin = firstCursor(new Date(Date.UTC(2026, 10, 1, 7, 0)));
    const before = poll(local, [{ id: 1, at: "2026-11-01 01:50:00" }], begin, Date.UTC(2026, 10, 1, 7, 51));
    // Twenty minutes later clocks show 01:10.
    const after = poll(
      local,
      [
        { id: 1, at: "2026-11-01 01:50:00" },
        { id: 2, at: "2026-11-01 01:10:00" },
      ],
      before.cursor,
      Date.UTC(2026, 10, 1, 8, 11),
    );
    expect([before.verdicts, after.verdicts]).toEqual([["updated"], ["known", "updated"]]);
  });

  test("pollDelay leaves the newest rows for later", () => {
    const delayed = entryOf({ pollDelay: 60 });
    const now = START + 10 * MINUTE;
    const rows = [dated(1, now - 61_000), dated(2, now - 59_000)];
    const { verdicts, cursor } = poll(delayed, rows, first, now);
    expect(verdicts).toEqual(["updated", "delayed"]);
    expect(poll(delayed, rows, cursor, now + MINUTE).verdicts).toEqual(["known", "updated"]);
  });

  test("rows that cannot be read are said and hold up nobody", () => {
    const { judged, verdicts } = poll(entry, [{ updated: iso(START) }, { id: 1 }, "x", null, dated(2, START)], first);
    expect(verdicts).toEqual(["unreadable", "unreadable", "unreadable", "unreadable", "updated"]);
    expect(judged[0]?.reason).toBe("idField: the row has no id.");
    expect(judged[1]?.reason).toBe("The date updated is missing or cannot be read.");
  });

  test.each(["__proto__", "constructor", 0, 9007199254740993n.toString()])("an id may be %s", (id) => {
    const { verdicts, cursor } = poll(entry, [dated(id, START)], first);
    const kept = JSON.parse(JSON.stringify(cursor));
    expect([verdicts, poll(entry, [dated(id, START)], kept).verdicts]).toEqual([["updated"], ["known"]]);
  });

  test("reports a window with more rows than may be remembered once all the same", () => {
    const rows = Array.from({ length: 12_000 }, (_, id) => dated(id, START + MINUTE + id));
    const { cursor } = poll(entry, rows, first);
    expect(Object.keys(cursor.seen).length).toBeLessThanOrEqual(10_000);
    expect(new Set(poll(entry, rows, cursor).verdicts)).toEqual(new Set(["older", "known"]));
  });
});

describe("a resource without dates", () => {
  const entry = entryOf({ datesConfiguration: {} });

  test("the first poll records existing rows; later, new rows are CREATED and changed ones UPDATED", () => {
    const learnt = poll(entry, [{ id: 1, a: 1 }, { id: 2 }], first);
    expect(learnt.verdicts).toEqual(["learnt", "learnt"]);
    const { verdicts } = poll(entry, [{ id: 1, a: 2 }, { id: 2 }, { id: 3 }], learnt.cursor);
    expect(verdicts).toEqual(["updated", "known", "created"]);
  });

  test("a row that returns to what it was has changed each time; a page that is read again has the same changes", () => {
    let { cursor } = poll(entry, [{ id: 1, is: "off" }], first);
    const keys = ["on", "off", "off", "on", "off", "on"].map((is) => {
      const rows = [{ id: 1, is }];
      const keysOf = ({ judged }: ReturnType<typeof poll>) =>
        judged.filter(isReported).map((row) => dedupKeyOf(entry, row));
      const [polled, again] = [poll(entry, rows, cursor), poll(entry, rows, JSON.parse(JSON.stringify(cursor)))];
      expect(keysOf(again)).toEqual(keysOf(polled));
      cursor = polled.cursor;
      return keysOf(polled);
    });
    expect(keys.map(({ length }) => length)).toEqual([1, 1, 0, 1, 1, 1]);
    expect(new Set(keys.flat()).size).toBe(5);
  });

  test("of several rows with an id, the first counts in each poll, and the others are a problem", () => {
    const rows = [
      { id: 1, a: 1 },
      { id: 1, a: 2 },
      { id: 2, a: 1 },
      { id: 1, a: 1 },
    ];
    let polled = poll(entry, rows, first);
    expect(polled.verdicts).toEqual(["learnt", "unreadable", "learnt", "known"]);
    expect(polled.cursor.tally).toEqual({
      ...{ rows: 4, unreadable: 1 },
      reason: 'idField: several rows have the id "1". Only the first one counts.',
    });
    for (const _ of [1, 2, 3]) {
      polled = poll(entry, rows, polled.cursor);
      expect(polled.verdicts).toEqual(["known", "unreadable", "known", "known"]);
    }
    expect(poll(entry, [{ id: 1, a: 3 }, ...rows.slice(1)], polled.cursor).verdicts[0]).toBe("updated");
  });

  test("a row with the id of one on an earlier page is no change", () => {
    const pages = [
      [{ id: 1, a: 1 }, { id: 2 }],
      [{ id: 1, a: 2 }, { id: 3 }],
    ];
    let cursor = first;
    const verdicts = [1, 2, 3].map(() =>
      pages.flatMap((rows, at) => {
        const judged = changesSince(entry, rows, cursor, START);
        const nextPage = at === 0 ? "2" : undefined;
        cursor = withReported(entry, cursor, { judged, now: START, nextPage });
        if (nextPage === undefined) cursor = atEnd(entry, cursor);
        return judged.map(({ verdict }) => verdict);
      }),
    );
    expect(verdicts).toEqual([["learnt", "learnt", "known", "learnt"], Array(4).fill("known"), Array(4).fill("known")]);
    expect(cursor.read).toBeUndefined();
  });

  test("the order of keys is no change, nor is a digest that an earlier version stored", () => {
    const { cursor } = poll(entry, [{ id: 1, a: { b: 1, c: [{ d: 1, e: 2 }] } }], first);
    expect(poll(entry, [{ a: { c: [{ e: 2, d: 1 }], b: 1 }, id: 1 }], cursor).verdicts).toEqual(["known"]);
    // The digests of {"id":1,"b":1,"a":2} and of what it was before, with its keys as they came.
    const earlier = { ...cursor, seen: { 1: "eE9CTRHk1S8Y2A1B" } };
    expect(poll(entry, [{ id: 1, b: 1, a: 2 }], earlier).verdicts).toEqual(["known"]);
    expect(poll(entry, [{ id: 1, b: 1, a: 3 }], earlier).verdicts).toEqual(["updated"]);
  });

  test("more rows than may be remembered are a problem that is said", () => {
    const { verdicts } = poll(
      entry,
      Array.from({ length: 10_001 }, (_, id) => ({ id })),
      { ...first, isLearning: false },
    );
    expect(verdicts.at(-1)).toBe("overflow");
  });
});

test("filterByUpdatedDate false: reports rows of any date once, except those older than the instance", () => {
  const entry = entryOf({ filterByUpdatedDate: false });
  const learnt = poll(entry, [dated(1, START - MINUTE), dated(2, START + MINUTE)], first);
  expect(learnt.verdicts).toEqual(["learnt", "updated"]);
  const { verdicts } = poll(
    entry,
    [dated(1, START - MINUTE), dated(2, START + MINUTE), dated(3, START - 9 * MINUTE)],
    learnt.cursor,
  );
  expect(verdicts).toEqual(["known", "known", "updated"]);
});

test("reports changes in any order, in any number of polls, late by up to the window, exactly once", () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    at: fc.integer({ min: 0, max: 40 }),
    late: fc.integer({ min: 0, max: 1 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(change, { selector: ({ id, at }) => `${id} ${at}`, maxLength: 40 }), (changes) => {
      const entry = entryOf();
      let cursor = first;
      const notices: string[] = [];
      for (let minute = 0; minute <= 42; minute++) {
        // The provider shows the current version of each object, or that of a minute ago.
        const visible = new Map<number, { id: number; at: number }>();
        for (const one of changes.toSorted((a, b) => a.at - b.at))
          if (one.at + one.late <= minute) visible.set(one.id, one);
        const rows = [...visible.values()].map(({ id, at }) => dated(id, START + at * MINUTE));
        const { judged, cursor: next } = poll(entry, rows, cursor, START + minute * MINUTE);
        for (const row of judged) if (row.verdict === "updated") notices.push(`${row.id} ${row.date?.from}`);
        cursor = next;
      }
      expect(new Set(notices).size).toBe(notices.length);
      const last = new Map(changes.toSorted((a, b) => a.at - b.at).map(({ id, at }) => [id, at]));
      for (const [id, at] of last) expect(notices).toContain(`${id} ${START + at * MINUTE}`);
    }),
  );
});
