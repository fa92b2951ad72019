import { afterAll, beforeAll, expect, test } from "vitest";
import { ROWS, serveDescription } from "#server/testing/described-server.ts";
import { anElementCaller } from "#server/testing/element-caller.ts";
import { largeDescription } from "#server/testing/large-description.ts";
import { cpuMs } from "#server/testing/linear-time.ts";
import { elementRefusals } from "../definition/check.ts";
import { prepareElement } from "../definition/prepare.ts";
import { elementDocs } from "../docs/docs.ts";
import type { FilePart } from "../ports.ts";
import { elementSchema } from "../shape.ts";
import type { Conversion } from "./conversion.ts";
import { convertOpenApi } from "./openapi.ts";

const KEY = "a key";
const NOUNS = 51;
const AT_A_TIME = 8;
let provider: Awaited<ReturnType<typeof serveDescription>>;
let caller: Awaited<ReturnType<typeof anElementCaller>>;
let imported: Conversion;
let spentMs: number;
beforeAll(async () => {
  provider = await serveDescription((origin) => largeDescription(NOUNS, origin), KEY);
  spentMs = cpuMs(() => {
    imported = convertOpenApi(provider.document);
  });
  caller = await anElementCaller();
});
afterAll(async () => {
  await provider.close();
  await caller.close();
});

test("imports a description of 306 operations whole, in less than 5 s, and every operation responds through the hub", async () => {
  const { element, operations, problems } = imported;
  expect(problems).toEqual([]);
  expect(operations.flatMap((operation) => operation.problems)).toEqual([]);
  expect(element.resources).toHaveLength(NOUNS * 6);
  expect(spentMs).toBeLessThan(5000);

  const { call } = await caller.connect(element, { configuration: { username: KEY } });
  const waiting = (element.resources as { method: string; path: string }[]).values();
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const resource of waiting) await responds(call, resource);
    }),
  );
  expect(provider.called.size).toBe(NOUNS * 6);
});

async function responds(call: Call, { method, path }: { method: string; path: string }) {
  const address = path.replaceAll(/\{\w+\}/g, "7");
  if (method === "GET" && !path.endsWith("}"))
    return expect(await rowsOf(call, address), address).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1));
  const isUpload = address.endsWith("/files");
  const hasBody = method === "POST" || method === "PATCH";
  const sent = isUpload
    ? { form: { file: aFile(), note: "a note" } }
    : { ...(hasBody && { body: { id: 1, name: "Ada & Co" } }) };
  const { code } = await call(`${method} ${address}`, sent);
  expect(code, `${method} ${address}`).toBe(200);
}

test("it can be saved, and its documentation refers to nothing that is not there", () => {
  const prepared = prepareElement(elementSchema.parse(imported.element), { elementId: 1 });
  expect(elementRefusals(prepared)).toEqual([]);
  const docs = elementDocs(prepared, "https://localhost");
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
