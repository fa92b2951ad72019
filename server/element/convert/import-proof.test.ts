import { afterAll, beforeAll, expect, test } from "vitest";
import { ROWS, serveDescription } from "#server/testing/described-server.ts";
import { anElementCaller } from "#server/testing/element-caller.ts";
import { largeDescription } from "#server/testing/large-description.ts";
import { elementRefusals } from "../definition/check.ts";
import { prepareElement } from "../definition/prepare.ts";
import { elementDocs } from "../docs/docs.ts";
import type { FilePart } from "../ports.ts";
import { elementSchema } from "../shape.ts";
import { convertOpenApi } from "./openapi.ts";

const KEY = "a key";
const NOUNS = 60;
let provider: Awaited<ReturnType<typeof serveDescription>>;
let caller: Awaited<ReturnType<typeof anElementCaller>>;
beforeAll(async () => {
  provider = await serveDescription((origin) => largeDescription(NOUNS, origin), KEY);
  caller = await anElementCaller();
});
afterAll(async () => {
  await provider.close();
  await caller.close();
});

test("a description of 360 operations is imported whole, and every operation answers through the hub", async () => {
  const before = process.cpuUsage();
  const { element, operations, problems } = convertOpenApi(provider.document);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(20);
  expect(problems).toEqual([]);
  expect(operations.flatMap((operation) => operation.problems)).toEqual([]);
  expect(element.resources).toHaveLength(NOUNS * 6);

  const { call } = await caller.connect(element, { configuration: { username: KEY } });
  for (const { method, path } of element.resources as { method: string; path: string }[]) {
    const address = path.replaceAll(/\{\w+\}/g, "7");
    if (method === "GET" && !path.endsWith("}")) {
      expect(await rowsOf(call, address), address).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1));
      continue;
    }
    const isUpload = address.endsWith("/files");
    const sent = isUpload
      ? { form: { file: aFile(), note: "a note" } }
      : method === "POST" || method === "PATCH"
        ? { body: { id: 1, name: "Ada & Co" } }
        : {};
    const { code } = await call(`${method} ${address}`, sent);
    expect(code, `${method} ${address}`).toBe(200);
  }
  expect(provider.called.size).toBe(NOUNS * 6);
});

test("it can be saved, and its documentation refers to nothing that is not there", () => {
  const prepared = prepareElement(elementSchema.parse(convertOpenApi(provider.document).element), { elementId: 1 });
  expect(elementRefusals(prepared)).toEqual([]);
  const docs = elementDocs(prepared, { host: "localhost" });
  const references = new Set(
    [...JSON.stringify(docs).matchAll(/"#\/definitions\/([^"]+)"/g)].map(([, name = ""]) => name),
  );
  expect(references.size).toBeGreaterThan(NOUNS);
  expect([...references].filter((name) => !Object.hasOwn(docs.definitions, decodeURIComponent(name)))).toEqual([]);
});

const aFile = (): FilePart => ({
  fileName: "a.txt",
  contentType: "text/plain",
  size: 5,
  bytes: new Response("hello").body as unknown as FilePart["bytes"],
});

type Call = Awaited<ReturnType<typeof caller.connect>>["call"];

/** The ids of all pages of two. */
async function rowsOf(call: Call, address: string): Promise<number[]> {
  const ids: number[] = [];
  let next: string | undefined;
  do {
    const reply: Awaited<ReturnType<Call>> = await call(
      `GET ${address}?pageSize=2${next ? `&nextPage=${encodeURIComponent(next)}` : ""}`,
    );
    ids.push(...(reply.body as { id: number }[]).map(({ id }) => id));
    next = reply.headers["elements-next-page-token"];
  } while (next);
  return ids;
}
