import { describe, expect, test } from "vitest";
import { readScript } from "#server/script/read-script.ts";
import { type Draft, openDraft } from "./draft.ts";
import { fragmentOf, readFragment } from "./fragment.ts";
import { changeDraft } from "./parsed-change.ts";

const source: Draft = openDraft({
  name: "Source",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["price"] }],
  steps: [
    { name: "price", type: "script", properties: { body: "done({ n: config.rate });" }, onSuccess: ["send"] },
    {
      name: "send",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.crm}",
        body: "${steps.price.n}",
        query: { about: "${steps.outside.id}" },
      },
      onSuccess: ["outside"],
    },
    { name: "outside", type: "script", properties: { body: "done(steps['send'].response);" } },
  ],
  configuration: [
    { key: "crm", type: "elementInstance" },
    { key: "rate", type: "value" },
    { key: "unused", type: "value" },
  ],
});
const copied = () => JSON.stringify(fragmentOf(source, ["send", "price"], readScript));
const paste = (draft: Draft, text = copied()) => {
  const fragment = readFragment(text);
  return fragment ? changeDraft(draft, { do: "paste", fragment }) : draft;
};
const empty = openDraft({ name: "Target", engine: "v3" });
const outlineOf = ({ steps }: Draft) => steps.map(({ name, onSuccess }) => `${name}>${onSuccess.join()}`);

describe("pasted steps", () => {
  test("keeps names and arrows among each other, and brings the variables it speaks of", () => {
    const pasted = paste(empty);
    expect(outlineOf(pasted)).toEqual(["price>send", "send>"]);
    expect(pasted.configuration.map(({ key }) => key)).toEqual(["crm", "rate"]);
  });

  test("is renamed where names are taken, and speaks of itself by the new names", () => {
    const pasted = paste(source);
    expect(outlineOf(pasted).slice(3)).toEqual(["price2>send2", "send2>"]);
    expect(pasted.steps[4]?.properties).toMatchObject({
      body: "${steps.price2.n}",
      query: { about: "${steps.outside.id}" },
    });
    expect(pasted.steps.slice(0, 3)).toEqual(source.steps);
    expect(pasted.configuration).toEqual(source.configuration);
  });

  test("can be pasted again and again", () => {
    expect(outlineOf(paste(paste(source))).slice(5)).toEqual(["price3>send3", "send3>"]);
  });

  test("never takes the name of another step of itself", () => {
    const both = openDraft({ ...source, steps: [source.steps[0], { ...source.steps[1], name: "price2" }] });
    const text = JSON.stringify(fragmentOf(both, ["price", "price2"], readScript));
    expect(paste(both, text).steps.map(({ name }) => name)).toEqual(["price", "price2", "price3", "price4"]);
  });

  test("gives a variable another key where that key is of another type", () => {
    const target = openDraft({ ...empty, configuration: [{ key: "crm", type: "value" }] });
    const pasted = paste(target);
    expect(pasted.configuration.map(({ key, type }) => `${key}:${type}`)).toEqual([
      "crm:value",
      "crm2:elementInstance",
      "rate:value",
    ]);
    expect(pasted.steps[1]?.properties.elementInstanceId).toBe("${config.crm2}");
  });

  test("follows an open port", () => {
    const fragment = readFragment(copied());
    if (!fragment) throw new Error("Nothing was copied.");
    const pasted = changeDraft(source, {
      do: "paste",
      fragment,
      at: { from: { step: "outside" }, port: "onSuccess" },
    });
    expect(outlineOf(pasted)).toEqual(["price>send", "send>outside", "outside>price2", "price2>send2", "send2>"]);
  });

  test.each(["", "hello", "{}", "[]", '{"formulary":"steps","steps":[{"type":"x"}]}', '{"steps":[]}'])(
    "is nothing when the clipboard has %j",
    (text) => expect(readFragment(text)).toBeNull(),
  );
});

describe("many steps at once", () => {
  test("duplicates lead to each other, and out to where the originals lead", () => {
    const doubled = changeDraft(source, { do: "duplicateSteps", names: ["price", "send"] });
    expect(outlineOf(doubled).slice(3)).toEqual(["price2>send2", "send2>outside"]);
  });

  test("are deleted together, and the chain heals", () => {
    const rest = changeDraft(source, { do: "removeSteps", names: ["price", "send"] });
    expect([rest.triggers[0]?.onSuccess, outlineOf(rest)]).toEqual([["outside"], ["outside>"]]);
  });
});
