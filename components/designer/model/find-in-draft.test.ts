import { expect, test } from "vitest";
import { openDraft } from "./draft.ts";
import { findInDraft } from "./find-in-draft.ts";

const draft = openDraft({
  triggers: [{ type: "event", properties: { elementInstanceId: "${config.crm}" }, onSuccess: ["readContact"] }],
  steps: [
    {
      name: "readContact",
      type: "elementRequest",
      description: "Reads who changed",
      properties: { method: "GET", api: "/contacts/{id}", path: { id: "${trigger.event.objectId}" } },
    },
    { name: "check", type: "filter", properties: { body: "// first\ndone(steps.readContact.response.code === 200);" } },
  ],
});
const places = (text: string) =>
  findInDraft(draft, text).map(({ at, property, line }) => [Object.values(at)[0], property, line]);

test("names, notes, expressions and scripts, with the line that contains the text", () => {
  expect(places("READCONTACT")).toEqual([
    ["readContact", undefined, "readContact"],
    ["check", "body", "done(steps.readContact.response.code === 200);"],
  ]);
  expect(places("who changed")).toEqual([["readContact", undefined, "Reads who changed"]]);
  expect(places("objectid")).toEqual([["readContact", "path", "id: ${trigger.event.objectId}"]]);
  expect(places("config.crm")).toEqual([[0, "elementInstanceId", "${config.crm}"]]);
});

test("nothing for an empty text, and for one that is nowhere", () => {
  expect([places("  "), places("nowhere")]).toEqual([[], []]);
});
