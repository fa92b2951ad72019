import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FILES } from "./pages.ts";

const ROOT = path.join(import.meta.dirname, "../..");
/** A message in the entries of "Troubleshooting": `- **404 "The element has no resource at …"**`. */
const QUOTED = /^- \*\*[^*"]*"([^"]+)"[^*]*\*\*/gm;

const quoted = [...FILES.values()].flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), "utf8").matchAll(QUOTED)].map(([, message = ""]) => [file, message] as const),
);

const sources = globSync("server/{element,outside,services,api}/**/*.ts", { cwd: ROOT })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => readFileSync(path.join(ROOT, file), "utf8"));

test("messages are quoted", () => expect(quoted.length).toBeGreaterThan(1));

test.each(quoted)("%s quotes a message that the product has: %s", (_, message) => {
  expect(sources.some((source) => source.includes(message.replace(/…$/, "")))).toBe(true);
});
