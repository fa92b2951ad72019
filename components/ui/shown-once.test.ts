import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const COMPONENTS = new URL("../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, COMPONENTS), "utf8");
const files = readdirSync(COMPONENTS, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));

/** The names of messages that say that something cannot be seen later, with their rooms. */
const messages = files
  .filter((file) => file.endsWith("/messages.en.ts") && !file.startsWith("ui/"))
  .flatMap((file) => {
    const matches = read(file).matchAll(/(\w+):\s*"[^"]*(?:not shown again|shown only once|only shown now)[^"]*"/g);
    return [...matches].map(([, name]) => ({ room: file.split("/")[0], name }));
  });

test("a component with a message that something is shown once uses ShownOnce", () => {
  expect(messages.length).toBeGreaterThanOrEqual(3);
  for (const { room, name } of messages) {
    const showing = files.filter((file) => file.endsWith(".tsx") && file.startsWith(`${room}/`));
    const users = showing.filter((file) => read(file).includes(`t("${name}")`));
    expect(users, name).not.toEqual([]);
    for (const file of users) expect(read(file), file).toContain("<ShownOnce");
  }
});
