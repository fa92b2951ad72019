import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createConverter } from "./converter.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const request = (text: string) => ({ bytes: bytesOf(text), format: undefined });
const DESCRIPTION = { openapi: "3.0.0", info: { title: "Weather" }, paths: { "/storms": { get: {} } } };
/** Half a million values, which take seconds to parse as YAML. */
const LARGE = `openapi: 3.0.0\na:\n${"- { a: 1, b: 2 }\n".repeat(100_000)}`;

test("the process keeps working while a file is converted, and gets the element or the reason for a refusal", async () => {
  const convert = createConverter();
  let turns = 0;
  const counting = setInterval(() => turns++, 5);
  const [converted, refused] = await Promise.allSettled([
    convert(request(JSON.stringify({ ...DESCRIPTION, "x-more": "x".repeat(15 * 2 ** 20) })), "one"),
    convert(request("<definitions>"), "two"),
  ]);
  clearInterval(counting);
  expect(converted).toMatchObject({ value: { element: { name: "Weather" } } });
  expect(refused).toMatchObject({ reason: { kind: "badRequest", message: expect.stringContaining("XML") } });
  expect(turns).toBeGreaterThan(10);
});

test.each([
  [
    "processor time",
    { cpuMs: 100 },
    /^file: \w+ the file.* takes more than 0\.(?:1 seconds of processor time|6 seconds)\. Split it/,
  ],
  ["memory", { memoryMb: 48 }, /^file: reading the file as YAML takes more than 48 MB of memory\. Split it/],
])("a file that takes too much %s is refused with what was being done", async (_, limits, message) => {
  const refused = createConverter(limits)(request(LARGE), "one");
  await expect(refused).rejects.toMatchObject({ kind: "badRequest", message: expect.stringMatching(message) });
});

test("merge keys of YAML are merged: own keys take precedence, the first of several sources as well", async () => {
  const file = `openapi: 3.0.0
info: { title: Weather }
x-read: &read { summary: Read, responses: {} }
x-more: &more { summary: More, description: Rows }
x-paths: &shared
  /storms: { get: { <<: [*read, *more], tags: [a] }, post: { <<: *more, summary: Add } }
paths: { <<: *shared, /winds: { get: { <<: { summary: Winds } } } }
`;
  const { element, operations } = await createConverter()(request(file), "one");
  expect(operations.map(({ key, summary }) => `${key} ${summary}`)).toEqual([
    "GET /storms Read",
    "POST /storms Add",
    "GET /winds Winds",
  ]);
  expect(element.resources).toHaveLength(3);
});

test("a merge key without a mapping is refused with its line", async () => {
  await expect(createConverter()(request("a: 1\nb:\n  <<: 2\n"), "one")).rejects.toThrow(/cannot merge mappings.*\(3:/);
});

test("a process that V8 aborts, since it has no memory left, ends only the conversion", async () => {
  const file = path.join(import.meta.dirname, "../../testing/aborted-process.ts");
  const refused = createConverter({ file })(request("{}"), "one");
  await expect(refused).rejects.toMatchObject({
    kind: "badRequest",
    message: "file: reading the file as YAML takes more than 1024 MB of memory. Split it into smaller files.",
  });
});

test("a file that cannot be sent to its process is an error, and nothing else", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const file = path.join(import.meta.dirname, "../../checkout.ts");
  const unsendable = { ...request("{}"), format: (() => {}) as never };
  await expect(createConverter({ file })(unsendable, "one")).rejects.toThrow("could not be cloned");
  await pause(1000);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("a process that ends without a result is a fault of ours", async () => {
  const file = path.join(import.meta.dirname, "../../checkout.ts");
  await expect(createConverter({ file })(request("{}"), "one")).rejects.toThrow("without a result");
});
