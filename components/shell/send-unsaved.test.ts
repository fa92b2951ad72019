import { MutationCache, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../testing/fake-storage.ts";
import { KEPT_IN_TAB, openTabStorage } from "../ui/tab-storage.tsx";
import { sendUnsaved } from "./send-unsaved.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", new FakeStorage());
});
afterEach(() => void vi.useRealTimers());

const FORMULA = "draft formula 12 ";
const copyOf = (title: string) => JSON.stringify({ title, draft: {} });

/** A page of the tab, on which mutations are sent. */
function aPage() {
  const storage = openTabStorage("1 a@example.test");
  const mutations = new MutationCache();
  const client = new QueryClient({ mutationCache: mutations });
  const mutate = (response: Promise<unknown>, meta = {}) =>
    void mutations
      .build(client, { mutationFn: () => response, meta })
      .execute(undefined)
      .catch(() => {});
  return { storage, mutate, unsaved: () => sendUnsaved(storage, mutations) };
}

test("nothing is left of a draft that was not in the tab yet, once the server has it", async () => {
  const { storage, unsaved } = aPage();
  storage.attach({
    keep: () => storage.write(FORMULA, copyOf("Orders")),
    send: async () => storage.forget(FORMULA),
  });
  expect(await unsaved()).toEqual([]);
});

test("drafts, mappings and choices are left that this page could not send, or that it cannot send", async () => {
  const { storage, unsaved } = aPage();
  storage.write('draft mapping {"name":"contacts"} ', copyOf("contacts"));
  storage.write("outbox preference.write {}", "{}");
  storage.attach({ keep: () => storage.write(FORMULA, copyOf("Orders")), send: async () => undefined });
  expect(await unsaved()).toEqual([
    { kind: "mapping", title: "contacts" },
    { kind: "formula", title: "Orders" },
    { kind: "choices" },
  ]);
});

test("a screen that was left sends on, and nothing is sent for it afterwards", async () => {
  const { storage, unsaved } = aPage();
  const send = vi.fn(async () => undefined);
  const detach = storage.attach({ send });
  detach();
  expect(await unsaved()).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

test.each([
  ["succeeds", () => Promise.resolve(), []],
  ["is refused", () => Promise.reject(new Error("No.")), [{ kind: "requests" }]],
])("waits for a request that %s", async (_, respond, left) => {
  const { mutate, unsaved } = aPage();
  mutate(new Promise((resolve) => setTimeout(resolve, 2000)).then(respond));
  const result = unsaved();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await result).toEqual(left);
});

test("does not wait for ever for a server that is silent", async () => {
  const { storage, mutate, unsaved } = aPage();
  const silence = new Promise<never>(() => {});
  storage.attach({ send: () => silence });
  mutate(silence);
  const result = unsaved();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toEqual([{ kind: "requests" }]);
});

test("a request whose input the tab keeps is judged by what the tab still has", async () => {
  const { mutate, unsaved } = aPage();
  mutate(new Promise((_, refuse) => setTimeout(refuse, 2000)), KEPT_IN_TAB);
  expect(await unsaved()).toEqual([]);
});

test("a request that was refused before is no longer waited for", async () => {
  const { mutate, unsaved } = aPage();
  mutate(Promise.reject(new Error("No.")));
  await vi.advanceTimersByTimeAsync(0);
  expect(await unsaved()).toEqual([]);
});
