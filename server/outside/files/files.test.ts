import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Files } from "#server/ports.ts";
import { aBucket } from "#server/testing/bucket.ts";
import { allOf } from "#server/testing/value-files.ts";
import { createLocalFiles } from "./local-files.ts";
import { createS3Files } from "./s3-files.ts";
import { sealFiles } from "./sealed-files.ts";
import { createValueFiles } from "./value-files.ts";

let folder: string;
let server: Awaited<ReturnType<typeof aBucket>>;
const stores: Record<string, () => Promise<Files>> = {
  "a folder": async () => createLocalFiles(path.join(folder, "local")),
  "a bucket of an S3-compatible server": () => inBucket(),
};

const inBucket = (settings: Partial<Parameters<typeof createS3Files>[0]> = {}) =>
  createS3Files({ ...server.settings, ...settings });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "formulary-files-"));
  server = await aBucket();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(Object.keys(stores))("files in %s", (name) => {
  let files: Files;
  beforeAll(async () => {
    files = await (stores[name] as () => Promise<Files>)();
  });

  test("are read as they were written, replaced, and removed with their folder", async () => {
    await files.put("job1/0", Buffer.from("one"));
    await files.put("job1/1", Buffer.alloc(1024 * 1024, 7));
    await files.put("job2/0", Buffer.from("two"));
    await files.put("job1/0", Buffer.from("uno"));
    expect(Buffer.from(await files.get("job1/0")).toString()).toBe("uno");
    expect((await files.get("job1/1")).length).toBe(1024 * 1024);
    await files.removeFolder("job1");
    await expect(files.get("job1/0")).rejects.toMatchObject({ kind: "notFound" });
    await expect(files.get("job1/1")).rejects.toMatchObject({ kind: "notFound" });
    expect(Buffer.from(await files.get("job2/0")).toString()).toBe("two");
    await files.removeFolder("job3");
  });

  test("are read by range, deleted one by one, and found by the folders that they are in", async () => {
    await files.put("job5/day1/0", Buffer.from("0123456789"));
    await files.put("job5/day2/0", Buffer.from("x"));
    await files.put("job5/1", Buffer.from("x"));
    expect(Buffer.from(await files.getRange("job5/day1/0", { from: 3, to: 7 })).toString()).toBe("3456");
    await expect(files.getRange("job5/day1/1", { from: 0, to: 1 })).rejects.toMatchObject({ kind: "notFound" });
    const folders = async (folder: string) => (await allOf(files.listFolders(folder))).sort();
    expect(await folders("job5")).toEqual(["day1", "day2"]);
    await files.remove("job5/day2/0");
    await files.remove("job5/day2/0");
    await expect(files.get("job5/day2/0")).rejects.toMatchObject({ kind: "notFound" });
    await files.removeFolder("job5");
    expect(await folders("job5")).toEqual([]);
  });

  test("of values are encrypted in blocks, of which each opens with its key, in its place and file only", async () => {
    const values = createValueFiles(files, { onFailure: (error) => expect.unreachable(String(error)) });
    expect(await values.identify()).toEqual(expect.any(String));
    values.isShared = true;
    const text = Array.from({ length: 40_000 }, (_, n) => n).join(" ");
    const file = await values.put("values/a/0", text);
    const other = await values.put("values/a/1", text);
    if (!file || !other) throw new Error("The values were not written.");
    expect((await values.read(file)).toString()).toBe(text);
    for (const [from, to] of [
      [0, 1],
      [65_535, 65_537],
      [70_000, 200_001],
      [file.bytes - 3, file.bytes],
    ] as const)
      expect((await values.read(file, { from, to })).toString()).toBe(text.slice(from, to));
    const stored = Buffer.from(await files.get(file.name));
    expect(stored.toString("latin1")).not.toContain("1000 1001");
    const block = 64 * 1024 + 16;
    const changes = {
      "another file": Buffer.from(await files.get(other.name)),
      "two blocks exchanged": Buffer.concat([
        ...[stored.subarray(block, 2 * block), stored.subarray(0, block), stored.subarray(2 * block)],
      ]),
      "its end missing": stored.subarray(0, 3 * block),
    };
    for (const [change, bytes] of Object.entries(changes)) {
      await files.put(file.name, bytes);
      await expect(values.read(file), change).rejects.toMatchObject({ kind: "serverError" });
    }
  });

  test("are encrypted, and open with their key and under their name only", async () => {
    const sealed = sealFiles(files);
    const key = sealed.newKey();
    await sealed.put({ name: "job4/0", key }, Buffer.from("a secret of a customer"));
    expect(Buffer.from(await sealed.get({ name: "job4/0", key })).toString()).toBe("a secret of a customer");
    const stored = Buffer.from(await files.get("job4/0"));
    expect(stored.toString("latin1")).not.toContain("secret");
    await files.put("job4/1", stored);
    await expect(sealed.get({ name: "job4/1", key })).rejects.toThrow();
    await expect(sealed.get({ name: "job4/0", key: sealed.newKey() })).rejects.toThrow();
    await files.put("job4/0", stored.subarray(0, -1));
    await expect(sealed.get({ name: "job4/0", key })).rejects.toThrow();
  });
});

test("a new file in a folder is written once, even by several processes", async () => {
  const files = createLocalFiles(path.join(folder, "new"));
  const texts = Array.from({ length: 8 }, (_, n) => String(n));
  await Promise.all(texts.map((one) => files.putNew("a/id", Buffer.from(one))));
  const first = Buffer.from(await files.get("a/id")).toString();
  expect(texts).toContain(first);
  await files.putNew("a/id", Buffer.from("later"));
  expect(Buffer.from(await files.get("a/id")).toString()).toBe(first);
  expect(await readdir(path.join(folder, "new", "a"))).toEqual(["id"]);
});

test.each([
  ["there is such a file", 412, "PreconditionFailed", ["*"]],
  ["another request writes it", 409, "ConditionalRequestConflict", ["*"]],
  ["the service knows no conditions, and it is written without", 501, "NotImplemented", ["*", undefined]],
])("a new file in a bucket is written on the condition that there is none: %s", async (_, status, code, conditions) => {
  const seen: unknown[] = [];
  const store = createServer(async (request, response) => {
    await text(request);
    const { "if-none-match": condition } = request.headers;
    seen.push(condition);
    response.writeHead(condition ? status : 200, { "content-type": "application/xml" });
    response.end(condition ? `<Error><Code>${code}</Code></Error>` : "");
  });
  await once(store.listen(0, "127.0.0.1"), "listening");
  const { port } = store.address() as AddressInfo;
  const files = await inBucket({ endpoint: `http://127.0.0.1:${port}` });
  await files.putNew("id", Buffer.from("x"));
  // The client repeats what fails with 501.
  expect([...new Set(seen)]).toEqual(conditions);
  files.close();
  store.close();
});

/** An S3-compatible store that lists at most `most` names at a time, with a token for the next ones. */
async function aPagingBucket(names: readonly string[], most: number) {
  const kept = new Set(names);
  const requests: string[] = [];
  const textsIn = (xml: string, tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map(([, one = ""]) => one);
  const store = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://store");
    const sent = await text(request);
    response.setHeader("content-type", "application/xml");
    if (searchParams.has("delete")) {
      const keys = textsIn(sent, "Key");
      requests.push(`delete ${keys.length}`);
      for (const key of keys) kept.delete(key);
      return response.end("<DeleteResult></DeleteResult>");
    }
    const after = searchParams.get("continuation-token") ?? "";
    const matching = [...kept].filter((key) => key.startsWith(searchParams.get("prefix") ?? "") && key > after).sort();
    const page = matching.slice(0, Math.min(most, Number(searchParams.get("max-keys") ?? 1000)));
    requests.push(`list ${page.length}`);
    const more =
      page.length < matching.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
        : "<IsTruncated>false</IsTruncated>";
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("");
    return response.end(`<ListBucketResult>${more}${contents}</ListBucketResult>`);
  });
  await once(store.listen(0, "127.0.0.1"), "listening");
  const { port: own } = store.address() as AddressInfo;
  return { kept, requests, files: await inBucket({ endpoint: `http://127.0.0.1:${own}` }), close: () => store.close() };
}

describe("a folder with more files than a bucket lists at a time", () => {
  const NAMES = Array.from({ length: 2345 }, (_, at) => `files/job1/${String(at).padStart(4, "0")}`);

  test.each([
    [
      "1,000 at a time, as S3",
      1000,
      ["list 1000", "delete 1000", "list 1000", "delete 1000", "list 345", "delete 345"],
    ],
    ["fewer than were asked for", 900, ["list 900", "delete 900", "list 900", "delete 900", "list 545", "delete 545"]],
  ])("is removed as a whole: %s", async (_, most, requests) => {
    const bucket = await aPagingBucket([...NAMES, "files/job10/0000", "files/job2/0000"], most);
    await bucket.files.removeFolder("job1");
    expect([...bucket.kept]).toEqual(["files/job10/0000", "files/job2/0000"]);
    expect(bucket.requests).toEqual(requests);
    bucket.close();
  });
});

test("a bucket that is not there is named as what the operator has to check", async () => {
  const files = await inBucket({ bucket: "not-there" });
  await expect(files.put("a/0", Buffer.from("x"))).rejects.toMatchObject({
    kind: "unavailable",
    message: "The store for files answered NoSuchBucket. Ask the operator to check it.",
  });
  await expect(files.removeFolder("a")).rejects.toMatchObject({ kind: "unavailable" });
});

test("a full disk is named as what the operator has to free", async () => {
  const files = createLocalFiles(path.join(folder, "full"));
  await mkdir(path.join(folder, "full/a"), { recursive: true });
  await symlink("/dev/full", path.join(folder, "full/a/0.partial"));
  await expect(files.put("a/0", Buffer.from("x"))).rejects.toMatchObject({
    kind: "serverError",
    message: "The disk for files is full. Ask the operator to free space, and start the job again.",
  });
  expect(await readdir(path.join(folder, "full/a"))).toEqual([]);
});

test("a file in a folder appears whole, under names that stay in the folder", async () => {
  const files = createLocalFiles(path.join(folder, "broken"));
  await files.put("a/0", Buffer.from("x"));
  expect(await readdir(path.join(folder, "broken/a"))).toEqual(["0"]);
  expect(await readFile(path.join(folder, "broken/a/0"), "utf8")).toBe("x");
  await expect(files.put("../a", Buffer.from("x"))).rejects.toThrow("is no name of a file");
});
