import { expect, test } from "vitest";
import type { ReadCopy } from "../ui/local-copy.ts";
import { beginWork } from "./begin-work.ts";
import { draftDigest } from "./draft-digest.ts";
import type { Stored } from "./draft-work.ts";

type Draft = { name: string };
const published = { revision: 2, draft: { name: "published" } };
const own = (version: number, name: string, basedOn = 2) => ({
  ...{ id: 7, version, basedOn, draft: { name } },
  digest: draftDigest({ name }),
});
const copyOf = (name: string, kept: { id: number; version: number } | null, revision = 2, sent: string[] = []) => ({
  draft: { name },
  base: { kept, revision, unconfirmed: sent.map((name) => draftDigest({ name })) },
});
const begin = (stored: Stored<Draft>, copy: ReadCopy<Draft> | null) =>
  beginWork<Draft>(stored, copy, { name: "empty" });

test("without a copy, it is the draft on the server, else what is published, else empty", () => {
  expect(begin({ published, own: own(3, "saved", 1) }, null)).toMatchObject({
    ...{ draft: { name: "saved" }, kept: { id: 7, version: 3 }, revision: 1 },
  });
  expect(begin({ published, own: null }, null)).toMatchObject({ draft: published.draft, kept: null, revision: 2 });
  expect(begin({ published: null, own: null }, null)).toMatchObject({ draft: { name: "empty" }, revision: null });
});

test.each([
  ["another window has saved since", own(4, "theirs"), { id: 7, version: 3 }],
  ["another window has saved the first version", own(1, "theirs"), null],
  ["another window has published or discarded the draft", null, { id: 7, version: 3 }],
])("a copy keeps the version that it began from if %s", (_, stored, kept) => {
  const work = begin({ published, own: stored }, copyOf("mine", kept, 1));
  expect(work).toMatchObject({ draft: { name: "mine" }, kept, revision: 1 });
  expect(work.keptDraft).not.toBe(work.draft);
});

test("a draft that this window sent without a response does not count as the work of another", () => {
  const copy = copyOf("mine, longer", { id: 7, version: 3 }, 2, ["mine"]);
  expect(begin({ published, own: own(4, "mine") }, copy)).toMatchObject({
    ...{ draft: { name: "mine, longer" }, kept: { id: 7, version: 4 } },
  });
  const saved = begin({ published, own: own(4, "mine") }, copyOf("mine", { id: 7, version: 3 }));
  expect([saved.kept?.version, saved.draft]).toEqual([4, saved.keptDraft]);
});

test("a copy of an earlier build does not know its version, so a draft on the server is not overwritten", () => {
  const copy = { draft: { name: "mine" }, base: undefined };
  expect(begin({ published, own: own(4, "theirs", 1) }, copy)).toMatchObject({
    kept: { id: 7, version: 0 },
    revision: 1,
  });
  expect(begin({ published, own: null }, copy)).toMatchObject({ draft: { name: "mine" }, kept: null, revision: 2 });
});
