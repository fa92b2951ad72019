import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { snippetRequest } from "./snippet-request.ts";
import { LANGUAGE_NAMES, LANGUAGES, type SnippetRequest } from "./snippets.ts";

/** Characters that end strings, or are replaced in them, in one of the languages. */
const NASTY = `it's "quoted" \\ $HOME \${x} {y} \n é 🐛 \``;
const request = (url: string): SnippetRequest => ({
  method: "POST",
  url: `${url}/hubs/crm/contacts?where=${encodeURIComponent(NASTY)}`,
  headers: { "Content-Type": "application/json", "X-Trace": "a 'b' \"c\"" },
  body: JSON.stringify({ name: NASTY }),
  credentials: "element",
});

describe.each(LANGUAGE_NAMES)("%s", (name) => {
  const { write } = LANGUAGES[name];

  test("reads secrets from the environment", () => {
    expect(write(request("http://localhost"))).toMatch(/FORMULARY_USER_SECRET[\s\S]*FORMULARY_ELEMENT_TOKEN/);
    const platform = write({ ...request("http://localhost"), credentials: "platform" });
    expect(platform).toContain("FORMULARY_ORGANIZATION_SECRET");
    expect(platform).not.toContain("ELEMENT_TOKEN");
    expect(write({ ...request("http://localhost"), credentials: "none" })).not.toContain("FORMULARY_");
  });
});

const RUNNERS: Partial<Record<(typeof LANGUAGE_NAMES)[number], [file: string, command: string]>> = {
  curl: ["request.sh", "sh"],
  javascript: ["request.mjs", process.execPath],
};

test.each(Object.entries(RUNNERS))("%s sends exactly the request", async (name, [file, command]) => {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method, url = "", headers } = incoming;
      received = { method, url: decodeURIComponent(url), headers, body: Buffer.concat(chunks).toString() };
      response.end("fine");
    });
  });
  let received: unknown;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sent = request(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const path = join(mkdtempSync(join(tmpdir(), "snippet-")), file);
  writeFileSync(path, LANGUAGES[name as "curl"].write(sent));
  const env = { ...process.env, FORMULARY_USER_SECRET: "u", FORMULARY_ELEMENT_TOKEN: "t" };
  const output = await new Promise<string>((resolve, reject) =>
    execFile(command, [path], { env }, (error, stdout) => (error ? reject(error) : resolve(stdout))),
  );
  server.close();
  expect(output).toContain("fine");
  expect(received).toMatchObject({
    method: "POST",
    url: `/hubs/crm/contacts?where=${NASTY}`,
    headers: { authorization: "User u, Element t", "content-type": "application/json", "x-trace": "a 'b' \"c\"" },
    body: sent.body,
  });
});

test("a form without a file is a body of its own type, with a file it is in parts", () => {
  const request = { method: "POST", path: "/files", query: {}, headers: {} } as const;
  const of = { base: "http://localhost", credentials: "element" } as const;
  expect(snippetRequest({ ...request, form: { a: "b c" } }, of)).toMatchObject({
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "a=b+c",
  });
  const file = { fileName: "a.txt", contentType: "text/plain", content: "YQ==" };
  const parts = snippetRequest({ ...request, form: { file, title: "x" } }, of);
  expect(LANGUAGES.curl.write(parts)).toContain("-F 'file=@a.txt'");
  expect(LANGUAGES.python.write(parts)).toContain("files={");
});
