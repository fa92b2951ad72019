import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementSchema } from "../element/shape.ts";
import { fromBody, fromHook } from "./normalize.ts";

const now = new Date("2026-02-03T04:05:06.789Z");
const NOW = "2026-02-03T04:05:06Z";
const element = (objects: object[] = []) =>
  elementSchema.parse({ name: "Crm", key: "crm", description: "", authentication: { type: "custom" }, objects });
const delivery = (more: object = {}) => ({ element: element(), now, ...more });
const base = { elementKey: "crm", eventType: "UNKNOWN", objectType: "contacts", objectId: "7", date: NOW };
const named = { event_object_type: "contacts", event_object_id: "7" };

describe("results of an event hook", () => {
  test("is standardised", () => {
    const notification = {
      event_type: "created",
      event_object_type: "contacts",
      event_object_id: 7,
      event_date: "2026-01-01T01:00:00+01:00",
      event_old_path: "/a",
      event_new_path: "/b",
    };
    expect(fromHook([notification], delivery())).toEqual([
      {
        elementKey: "crm",
        eventType: "CREATED",
        objectId: "7",
        objectType: "contacts",
        date: "2026-01-01T00:00:00Z",
        oldPath: "/a",
        newPath: "/b",
      },
    ]);
  });

  test.each([
    ["a date", "2026-01-01", "2026-01-01T00:00:00Z"],
    ["milliseconds", 1_767_225_600_000, "2026-01-01T00:00:00Z"],
    ["seconds", 1_767_225_600, "2026-01-01T00:00:00Z"],
    ["seconds as text", "1767225600", "2026-01-01T00:00:00Z"],
    ["no date", "yesterday", NOW],
    ["nothing", undefined, NOW],
    ["a number out of range", 1e300, NOW],
  ])("event_date may be %s", (_, event_date, date) => {
    expect(fromHook([{ ...named, event_date }], delivery())).toEqual([{ ...base, date }]);
  });

  test.each([["UPDATED"], ["DELETED"], ["UNKNOWN"]])("knows %s", (event_type) => {
    expect(fromHook([{ ...named, event_type }], delivery())).toMatchObject([{ eventType: event_type }]);
  });
  test("calls any other type UNKNOWN", () => {
    expect(fromHook([{ ...named, event_type: "MERGED" }], delivery())).toMatchObject([{ eventType: "UNKNOWN" }]);
  });

  test.each([[undefined], [null], [[]]])("%j contains no event", (events) => {
    expect(fromHook(events, delivery())).toEqual([]);
  });
  test("a single one is a list of itself", () => expect(fromHook(named, delivery())).toEqual([base]));
  test.each([["text"], [[1]], [[null]], [7]])("%j is refused", (events) => {
    expect(() => fromHook(events, delivery())).toThrow(/must pass events/);
  });
});

describe("detection of repeats", () => {
  const keys = (events: object[], deliveryId?: string) =>
    fromHook(
      events.map((event) => ({ ...named, ...event })),
      delivery({ deliveryId }),
    ).map(({ dedupKey }) => dedupKey);
  test("event_id takes precedence over the delivery's id; without either there are no repeats", () => {
    expect(keys([{ event_id: 9 }, {}], "d")).toEqual(["id 9", "delivery d"]);
    expect(keys([{}])).toEqual([undefined]);
  });
  test("distinguishes objects of one delivery that share an id, and recognizes them when repeated", () => {
    const events = [{ event_id: "a" }, { event_id: "a" }, {}, {}];
    expect(new Set(keys(events, "d")).size).toBe(4);
    expect(keys(events, "d")).toEqual(keys(events, "d"));
  });
});

describe("a body without a hook", () => {
  const people = [{ name: "people", primaryKeyName: "personId", fields: [] }];
  const keyed = [{ name: "people", fields: [{ name: "number", primaryKey: true }] }];
  test.each<[string, object[], unknown, [type: string, id: string][]]>([
    ["the whole of it", [], { id: 3 }, [["", "3"]]],
    ["the type it says", [], { objectType: "notes", id: "n" }, [["notes", "n"]]],
    [
      "each of a list",
      [],
      [{ id: 1 }, { id: 2 }],
      [
        ["", "1"],
        ["", "2"],
      ],
    ],
    [
      "each under an object's name",
      people,
      { people: [{ personId: 1 }, { id: 2 }] },
      [
        ["people", "1"],
        ["people", "2"],
      ],
    ],
    ["each under the type it says", [], { objectType: "x", x: [{ id: 1 }] }, [["x", "1"]]],
    ["the primary key of its fields", keyed, [{ number: 5, id: 1 }], [["people", "5"]]],
    ["the only object there is", people, { personId: 4 }, [["people", "4"]]],
    ["no object at all", [], "text", [["", ""]]],
    ["an empty list", [], [], []],
  ])("%s", (_, objects, payload, expected) => {
    const found = fromBody(payload, { element: element(objects), now });
    expect(found.map(({ objectType, objectId }) => [objectType, objectId])).toEqual(expected);
    for (const { eventType, date } of found) expect([eventType, date]).toEqual(["UNKNOWN", NOW]);
  });

  test("any JSON at all is read", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => {
        for (const object of fromBody(payload, { element: element(people), now }))
          expect(typeof object.objectId).toBe("string");
      }),
    );
  });
});
