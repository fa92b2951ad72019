import { describe, expect, test } from "vitest";
import { countPolled, POLLED_RESOURCES, POLLER_ENTRY, unreadablePolling } from "./polled-resources.ts";

const contacts = { url: "/hubs/crm/contacts", idField: "id", "x-ours": [1] };
const withPolling = (defaultValue: string) => ({
  name: "Acme",
  configuration: [{ key: "base.url" }, { key: POLLER_ENTRY, note: "kept", defaultValue }],
});

describe("polled resources", () => {
  test("are read as a list and written as a map, with fields that are unknown", () => {
    const draft = withPolling(JSON.stringify({ contacts }));
    expect(POLLED_RESOURCES.read(draft)).toEqual({ resources: [{ resource: "contacts", ...contacts }] });
    const next = POLLED_RESOURCES.write(draft, { resources: [{ resource: "people", ...contacts }] });
    expect(next.configuration).toEqual([
      { key: "base.url" },
      { key: POLLER_ENTRY, note: "kept", defaultValue: JSON.stringify({ people: contacts }, null, 2) },
    ]);
    expect(countPolled(next)).toBe(1);
  });

  test("of an element without the entry add it", () => {
    const next = POLLED_RESOURCES.write({ name: "Acme" }, { resources: [{ resource: "contacts", ...contacts }] });
    expect(countPolled(next)).toBe(1);
    expect(POLLED_RESOURCES.read({ name: "Acme" })).toEqual({ resources: [] });
  });

  test.each([
    ["", true],
    ["  ", true],
    ["{}", true],
    ["[]", false],
    ["{", false],
  ])("%j can be shown as a form: %j", (text, isReadable) =>
    expect(unreadablePolling(withPolling(text)) === undefined).toBe(isReadable),
  );
});
