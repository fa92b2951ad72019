import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Modules that can open a connection to another machine, except for types. */
const MODULE = '"(?:undici|(?:node:)?(?:http2?|https|net|tls|dgram))"';
const WAYS_OUT = new RegExp(
  `^import (?!type ).* from ${MODULE}|\\b(?:import|require)\\(${MODULE}\\)|(?<![.\\w])fetch\\(|new (?:WebSocket|EventSource)\\(`,
  "m",
);

/**
 * Files that may import one, because they only listen, connect to their own machine or origin, or are no part of the
 * product.
 */
const EXCEPTIONS = [
  /^server\/outside\/egress\//,
  /\.test\.tsx?$/,
  /^server\/(testing|fuzz|launch|demo-provider)\//,
  // Connects to the cells that its settings name.
  /^server\/router\//,
  // Runs on people's own machines.
  /^server\/cli\//,
  // Servers, which listen.
  /^server\/(web|api\/(serve|health|screen-requests))\.ts$/,
  // The text of examples, which callers of the API run.
  /^components\/explorer\/snippets\.ts$/,
  // Connects to our own database.
  /^server\/store\/database\/connection-options\.ts$/,
];

/** In a browser all requests go to the origin of the page. */
const inBrowser = (file: string, text: string) => /^(app|components)\//.test(file) && /^"use client"/.test(text);

test("only the egress module can reach the outside", async () => {
  const found: string[] = [];
  for (const room of ["server", "app", "components"]) {
    const files = await readdir(path.join(ROOT, room), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of files.filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))) {
      const file = path.relative(ROOT, path.join(parentPath, name));
      if (EXCEPTIONS.some((exception) => exception.test(file)) || file.startsWith("server/generated/")) continue;
      const text = await readFile(path.join(ROOT, file), "utf8");
      if (WAYS_OUT.test(text) && !inBrowser(file, text)) found.push(file);
    }
  }
  expect(found).toEqual([]);
});
