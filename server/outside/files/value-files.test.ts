import { expect, test, vi } from "vitest";
import { Failure } from "#server/errors.ts";
import type { Files } from "#server/ports.ts";
import { createValueFiles } from "./value-files.ts";

/** Files in memory; `state` makes the store silent, or loses all of it. */
function aStore() {
  const kept = new Map<string, Uint8Array>();
  const state = { isSilent: false, puts: 0 };
  const respond = async <Value>(value: () => Value): Promise<Value> => {
    if (state.isSilent) return new Promise<Value>(() => {});
    return value();
  };
  const find = (name: string) => {
    const bytes = kept.get(name);
    if (!bytes) throw new Failure("notFound", "The file does not exist any more.");
    return bytes;
  };
  const files: Files = {
    mayBeReplaced: true,
    put: (name, bytes) => {
      state.puts++;
      return respond(() => void kept.set(name, bytes.slice()));
    },
    putNew: (name, bytes) => respond(() => void (kept.has(name) || kept.set(name, bytes.slice()))),
    get: (name) => respond(() => find(name).slice()),
    getRange: (name, { from, to }) => respond(() => find(name).slice(from, to)),
    remove: (name) => respond(() => void kept.delete(name)),
    removeFolder: async () => {},
    async *listFolders() {},
  };
  return { kept, state, files };
}

const QUICK = { writeMs: 20, readMs: 20, idMs: 0 };

test("a value that cannot be written in time is refused, and for a while no other is tried", async () => {
  const { state, files } = aStore();
  const onFailure = vi.fn();
  const values = createValueFiles(files, { onFailure, ...QUICK, restMs: 50 });
  await values.identify();
  values.isShared = true;
  state.isSilent = true;
  state.puts = 0;
  expect(await values.put("a/0", "x")).toBeNull();
  expect(await values.put("a/1", "x")).toBeNull();
  expect([state.puts, onFailure.mock.calls.length]).toEqual([1, 1]);
  state.isSilent = false;
  await expect.poll(() => values.put("a/2", "x")).toMatchObject({ name: "a/2", bytes: 1 });
  expect(values.written()).toMatchObject({ file: 1 });
});

test("nothing is written to a store that not all processes share", async () => {
  const { state, files } = aStore();
  const values = createValueFiles(files, { onFailure: vi.fn() });
  expect(await values.put("a/0", "x")).toBeNull();
  expect(state.puts).toBe(0);
});

test("processes recognize a store by its id, which the first one writes", async () => {
  const { files } = aStore();
  const [one, two, other] = [files, files, aStore().files].map((store) =>
    createValueFiles(store, { onFailure: vi.fn() }),
  );
  const ids = [await one?.identify(), await two?.identify(), await other?.identify()];
  expect(ids[0]).toEqual(expect.any(String));
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test("an id that appears while a process writes one is kept, as of a folder that is mounted a moment later", async () => {
  const { kept, files } = aStore();
  const before = createValueFiles(files, { onFailure: vi.fn() });
  const id = await before.identify();
  const stored = kept.get("store-id") as Uint8Array;
  kept.clear();
  const mounting: Files = {
    ...files,
    get: async (name) => {
      const isMissing = !kept.has(name);
      kept.set("store-id", stored);
      if (isMissing) throw new Failure("notFound", "The file does not exist any more.");
      return files.get(name);
    },
  };
  expect(await createValueFiles(mounting, { onFailure: vi.fn() }).identify()).toBe(id);
});

test.each([
  [1, "the value"],
  [2, "the value"],
  [3, "unavailable"],
])("a value whose store is back at request %i is not lost: %s", async (back, outcome) => {
  const { kept, files } = aStore();
  const all = new Map<string, Uint8Array>();
  let requests = 0;
  const returning = () => {
    if (all.size > 0 && ++requests >= back) for (const [name, bytes] of all) kept.set(name, bytes);
    return files;
  };
  const store: Files = {
    ...files,
    get: (name) => returning().get(name),
    getRange: (name, range) => returning().getRange(name, range),
  };
  const values = createValueFiles(store, { onFailure: vi.fn(), ...QUICK });
  await values.identify();
  values.isShared = true;
  const file = await values.put("a/0", "the value");
  if (!file) throw new Error("The value was not written.");
  for (const [name, bytes] of kept) all.set(name, bytes);
  kept.clear();
  expect(await values.read(file).then(String, ({ kind }: Failure) => kind)).toBe(outcome);
  expect((await values.read(file)).toString()).toBe("the value");
});

test("a value is not in the store if it was written where the store is missing, or is another one", async () => {
  const { kept, files } = aStore();
  const onFailure = vi.fn();
  const values = createValueFiles(files, { onFailure, ...QUICK, restMs: 0, idMs: 60_000 });
  await values.identify();
  values.isShared = true;
  kept.clear();
  expect(await values.put("a/0", "x")).toBeNull();
  kept.set("store-id", Buffer.from(crypto.randomUUID()));
  expect(await values.put("a/1", "x")).toBeNull();
  expect(onFailure).toHaveBeenCalledTimes(2);
});

test("a silent store is unavailable, and so is one without its id; only one that has its id has lost a file", async () => {
  const { kept, state, files } = aStore();
  const values = createValueFiles(files, { onFailure: vi.fn(), ...QUICK });
  await values.identify();
  values.isShared = true;
  const file = await values.put("a/0", "the value");
  if (!file) throw new Error("The value was not written.");
  expect((await values.read(file, { from: 4, to: 7 })).toString()).toBe("val");
  state.isSilent = true;
  await expect(values.read(file)).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("Try again"),
  });
  expect(await values.identify()).toBeNull();
  state.isSilent = false;
  const all = new Map(kept);
  kept.clear();
  await expect(values.read(file)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await values.identify()).toBeNull();
  for (const [name, bytes] of all) kept.set(name, bytes);
  kept.delete("a/0");
  await expect(values.read(file)).rejects.toMatchObject({ kind: "notFound" });
});
