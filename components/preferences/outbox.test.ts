import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../testing/fake-storage.ts";
import { openTabStorage } from "../ui/tab-storage.tsx";
import { createOutbox } from "./outbox.ts";

type Respond = (hasResponded: boolean) => void;

let sent: { text: string; respond: Respond }[];
let last: string[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", new FakeStorage());
  sent = [];
  last = [];
});
afterEach(() => void vi.useRealTimers());

/** The outbox of a page that is opened in the tab. */
const aPage = (owner = "1 a@example.test") =>
  createOutbox(openTabStorage(owner), {
    send: (text) => new Promise((respond) => sent.push({ text, respond })),
    sendLast: (text) => last.push(text),
  });
const texts = () => sent.map(({ text }) => text);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("sends the latest of several values that follow each other, and keeps it until the response", async () => {
  const page = aPage();
  for (const text of ["a", "b", "c"]) page.put("one", text);
  await pass(1000);
  expect(texts()).toEqual(["c"]);
  expect(page.read("one")).toBe("c");
  sent[0]?.respond(true);
  await pass(0);
  expect(page.read("one")).toBeNull();
});

test("a value that is put while another is sent follows it", async () => {
  const page = aPage();
  page.put("one", "a");
  await pass(1000);
  page.put("one", "b");
  await pass(1000);
  expect(texts()).toEqual(["a"]);
  sent[0]?.respond(true);
  await pass(1000);
  expect(texts()).toEqual(["a", "b"]);
});

test("sends a value again without a response, and does not let other names wait for it", async () => {
  const page = aPage();
  page.put("one", "a");
  await pass(1000);
  page.put("other", "b");
  await pass(1000);
  expect(texts()).toEqual(["a", "b"]);
  sent[0]?.respond(false);
  await pass(5000);
  expect(texts()).toEqual(["a", "b", "a"]);
});

test("when the page is left, all is sent at once, and the next page sends it again", async () => {
  const page = aPage();
  page.put("one", "a");
  await pass(1000);
  page.put("other", "b");
  page.sendAllLast();
  expect(last).toEqual(["a", "b"]);
  const next = aPage();
  expect(next.read("one")).toBe("a");
  void next.sendAll();
  expect(texts()).toEqual(["a", "a", "b"]);
});

test("sending all at once takes the latest values, and ends when the server has responded to them", async () => {
  const page = aPage();
  page.put("one", "a");
  await pass(1000);
  page.put("one", "b");
  page.put("other", "c");
  let isDone = false;
  const all = page.sendAll().then(() => {
    isDone = true;
  });
  expect(texts()).toEqual(["a", "c"]);
  sent[0]?.respond(true);
  await pass(0);
  expect(texts()).toEqual(["a", "c", "b"]);
  sent[1]?.respond(true);
  await pass(0);
  expect(isDone).toBe(false);
  sent[2]?.respond(true);
  await all;
  expect([page.read("one"), page.read("other")]).toEqual([null, null]);
});

test("another user of the tab neither sees nor sends it", () => {
  aPage().put("one", "a");
  const others = aPage("2 b@example.test");
  expect(others.read("one")).toBeNull();
  void others.sendAll();
  expect(sent).toEqual([]);
  const sameIdInAnotherCell = aPage("1 c@example.test");
  expect(sameIdInAnotherCell.read("one")).toBeNull();
});

test("without space it is sent all the same", async () => {
  vi.spyOn(sessionStorage, "setItem").mockImplementation(() => {
    throw new Error("QuotaExceededError");
  });
  const page = aPage();
  page.put("one", "a");
  await pass(1000);
  expect(texts()).toEqual(["a"]);
});

test("after the sign-out the tab has nothing of anybody, and stores nothing", () => {
  openTabStorage("2 b@example.test").write("draft", "theirs");
  const storage = openTabStorage("1 a@example.test");
  storage.write("draft", "ours");
  storage.close();
  storage.write("draft", "later");
  expect(Object.keys(sessionStorage)).toEqual([]);
});
