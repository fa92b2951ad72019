import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FILES } from "./pages.ts";

const ROOT = path.join(import.meta.dirname, "../..");
/** A message in the entries of "Troubleshooting": `- **404 "The element has no resource at …"**`. */
const QUOTED = /^- \*\*[^*"]*"([^"]+)"[^*]*\*\*/gm;

const quoted = [...FILES.values()].flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), "utf8").matchAll(QUOTED)].map(([, message = ""]) => [file, message] as const),
);

test("messages are quoted", () => expect(quoted.length).toBeGreaterThan(1));

test.each(quoted)("%s quotes a message that the product has: %s", (_, message) => {
  const text = message.replace(/…$/, "");
  const code = ["server/element", "server/outside", "server/services", "server/api"];
  const args = ["grep", "-lF", "--untracked", text, "--", ...code, ":!*.test.ts"];
  expect(execFileSync("git", args, { cwd: ROOT, encoding: "utf8" })).not.toBe("");
});
