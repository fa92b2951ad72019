import { describe, expect, test } from "vitest";
import { importsBetweenTwoWayFolders } from "./two-way-folders.mjs";

const importsOf = (...lines: string[]) =>
  lines.map((line) => {
    const [from = "", to = ""] = line.split(" → ");
    return { from, to };
  });

const found = (...lines: string[]) =>
  importsBetweenTwoWayFolders(importsOf(...lines)).map(({ from, to }) => `${from} → ${to}`);

describe("of two folders that import each other", () => {
  test("the direction with fewer imports is refused", () =>
    expect(found("s/a/1.ts → s/b/1.ts", "s/a/2.ts → s/b/1.ts", "s/b/2.ts → s/a/3.ts")).toEqual([
      "s/b/2.ts → s/a/3.ts",
    ]));

  test("one direction is refused where both have as many", () =>
    expect(found("s/b/2.ts → s/a/3.ts", "s/a/1.ts → s/b/1.ts")).toEqual(["s/a/1.ts → s/b/1.ts"]));

  test("files deep in them count", () =>
    expect(found("s/a/x/1.ts → s/b/1.ts", "s/a/2.ts → s/b/1.ts", "s/b/y/z/2.ts → s/a/3.ts")).toEqual([
      "s/b/y/z/2.ts → s/a/3.ts",
    ]));
});

test.each([
  ["one way", ["s/a/1.ts → s/b/1.ts", "s/b/1.ts → s/c/1.ts", "s/c/1.ts → s/a/2.ts"]],
  ["within a folder", ["s/a/1.ts → s/a/2.ts"]],
  ["of files beside the folders, which compose them", ["s/compose.ts → s/a/1.ts", "s/a/1.ts → s/shape.ts"]],
  ["of folders of the same name elsewhere", ["s/a/1.ts → s/b/1.ts", "t/b/1.ts → t/a/1.ts"]],
])("imports %s are allowed", (_, lines) => expect(found(...lines)).toEqual([]));
