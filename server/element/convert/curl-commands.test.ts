import { expect, test } from "vitest";
import { Failure } from "#server/errors.ts";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { elementSchema } from "../shape.ts";
import { readSource } from "./read-source.ts";
import { convertFile } from "./registry.ts";

const unused = () => undefined;
const convert = (text: string) => convertFile(readSource(text, { yaml: unused, xml: unused }), undefined);

/** Every request as `POST https://host/path?query [body type: fields]`. */
function requestsOf(text: string): string[] {
  const { element } = convert(text);
  const base = element.configuration.find(({ key }) => key === "base.url")?.defaultValue;
  return elementSchema.parse(element).resources.map(({ method, vendorPath, parameters }) => {
    const named = (type: string) => parameters.filter((one) => one.vendorType === type).map((one) => one.vendorName);
    const query = named("query").length > 0 ? `?${named("query").join("&")}` : "";
    const more = ["header", "form", "multipart", "body"].flatMap((type) =>
      named(type).length > 0 ? ` ${type}: ${named(type).join(", ")}` : [],
    );
    return `${method} ${base}${vendorPath}${query}${more.join("")}`;
  });
}

const A = "https://a.test/x";
test.each<[text: string, ...requests: string[]]>([
  [`curl -sX POST ${A}`, `POST ${A}`],
  [`curl -sSLXPUT ${A}`, `PUT ${A}`],
  [`curl -fsSL --request DELETE ${A}`, `DELETE ${A}`],
  [`curl --data-u a=1 ${A} -G`, `GET ${A}?a`],
  [`curl -sd a=1 -dc=2 ${A}`, `POST ${A} form: body`],
  [`curl -sG -d a=1 --url-query b=2 ${A}`, `GET ${A}?b&a`],
  [`curl --no-progress-meter --tlsv1.3 -4#k ${A}`, `GET ${A}`],
  [`curl --proto '=https' --tlsv1.2 -sSf ${A}`, `GET ${A}`],
  ["curl -s a.test/x", `GET ${A}`],
  ["curl -s localhost:3000/x", "GET https://localhost:3000/x"],
  ["curl -s http://[::1]:80/x", "GET http://[::1]:80/x"],
  [`curl -- ${A}`, `GET ${A}`],
  [`curl --url ${A} -o a.test`, `GET ${A}`],
  [`curl ${A} https://a.test/y`, `GET ${A}`, "GET https://a.test/y"],
  [`curl ${A} -d a=1 --next -X PUT https://a.test/y`, `POST ${A} form: body`, "PUT https://a.test/y"],
  [`curl ${A} -: https://a.test/y -I --next ${A}/z`, `GET ${A}`, `GET ${A}/z`],
  [`curl -T a.csv ${A}`, `PUT ${A} header: Content-Type body: body`],
  [`curl ${A} -d '{"a":1}' -H 'Content-Type: application/json' | jq .`, `POST ${A} body: body`],
  [`curl ${A} > a.test 2>&1`, `GET ${A}`],
  [
    `curl -d @- -H 'Content-Type: application/json' ${A} <<'EOF'\n{"a": "it's"}\nEOF\necho done`,
    `POST ${A} body: body`,
  ],
  [`API=https://a.test\ncurl "$API/x"`, `GET ${A}`],
  [`export HOST=a.test VERSION=v2; curl https://$HOST/\${VERSION}/x`, "GET https://a.test/v2/x"],
  [`BASE_URL="https://a.test"\nAPI=$BASE_URL/v2\ncurl -X POST $API/x -u "$KEY:"`, "POST https://a.test/v2/x"],
  [`TOKEN=$(curl -s -X POST https://a.test/login | jq -r .token)\ncurl ${A}`, "POST https://a.test/login", `GET ${A}`],
  [`TENANT=acme42secret curl "https://a.test/$TENANT/x"`, "GET https://a.test/{TENANT}/x"],
  [`#!/bin/sh\nset -e\nif curl -sf ${A}; then echo ok; fi`, `GET ${A}`],
  [`cd /tmp && time curl ${A}`, `GET ${A}`],
  [`for i in 1 2; do\n  curl "https://a.test/x/$i"\ndone`, "GET https://a.test/x/{i}"],
  [`First, list them:\n\n  $ curl ${A}`, `GET ${A}`],
  [`\`\`\`bash\ncurl ${A}\n\`\`\``, `GET ${A}`],
  [
    `curl ${A} -H 'Content-Type: multipart/form-data' --data-raw $'--1\\r\\nContent-Disposition: form-data; name="f"; filename="f"\\r\\n\\r\\n1'`,
    `POST ${A} multipart: f`,
  ],
  ["curl https://a.test/x/<user-id>/y", "GET https://a.test/x/{user-id}/y"],
  ["curl https://a.test/${ID:-fallback}/x", "GET https://a.test/{ID}/x"],
])("%s is read as its requests", (text, ...requests) => {
  expect(convert(text).format.type).toBe("curl");
  expect(requestsOf(text)).toEqual(requests);
});

test.each<[text: string, ...problems: [place: string, words: RegExp][]]>([
  [`curl --made-up x ${A}`, ["command 1, word 2", /no such option/], ["command 1, word 3", /neither/]],
  [`curl -sW ${A}`, ["command 1, word 2", /no such option/]],
  [`curl ${A} nonsense`, ["command 1, word 3", /neither an option nor an address/]],
  [`curl ${A} -u a:b --digest`, ["command 1", /--digest is not imported. Choose how/]],
  [`curl ${A} --aws-sigv4 aws:amz -u a:b`, ["command 1", /--aws-sigv4 is not imported/]],
  [`curl ${A}\ncurl -d a=1`, ["command 2", /no address/]],
  [`curl ${A}\ncurl a.test/b c.test/d`, ["command 2", /Write https:\/\/ in front/]],
  [`curl ${A}\ncurl a.b.test/b -: https://a.test/c`, ["command 2", /It goes to https:\/\/a.b.test/]],
  [`curl ${A} | jq .\necho ok`, ["lines 1, 2", /Only curl commands are read/]],
  [`curl ${A} -K options.txt`, ["command 1", /--config/]],
  [`curl ${A} -E a.pem`, ["command 1", /certificate/]],
  [`curl ${A} -H 'Content-Type: multipart/form-data' --data-binary @a`, ["command 1", /fields of the form/]],
  [`curl ${A} wss://a.test/live`, ["command 1", /wss:/]],
])("%s has these problems with their places", (text, ...problems) => {
  expect(convert(text).problems).toEqual(
    problems.map(([place, words]) => ({ place, message: expect.stringMatching(words) })),
  );
});

test("the digest of a password is no basic authentication", () => {
  expect(convert(`curl ${A} -u a:b`).authentication).toBe("http");
  expect(convert(`curl ${A} -u a:b --digest`).authentication).toBeUndefined();
});

const CMD = [
  'curl ^"https://a.test/x?q=a^%^20b^&page=1^" ^',
  '  -X ^"POST^" ^',
  '  -H ^"accept: */*^" ^',
  '  -H ^"x-note: 50^% of ^\\^"all^\\^"^" ^',
  '  -b ^"sid=SECRET^" ^',
  '  --data-raw ^"^{^\\^"text^\\^":^\\^"a^',
  "",
  '^\\^\\n\'b\'^\\^"^,^\\^"n^\\^":1^}^" &',
  'curl ^"https://a.test/y^"',
].join("\r\n");

test("commands that a browser copies for Windows are read", () => {
  expect(requestsOf(CMD)).toEqual(["POST https://a.test/x?q&page header: x-note body: body", "GET https://a.test/y"]);
  expect(JSON.stringify(convert(CMD))).not.toContain("SECRET");
  expect(convert(CMD).problems).toEqual([{ place: "command 1", message: expect.stringContaining("Cookies") }]);
});

test.each([
  [
    'curl "https://a.test/x" ^\r\n  -H "a: b" ^\r\n  --data-raw "{\\"a\\":1}"',
    "POST https://a.test/x header: a body: body",
  ],
  ['curl "https://a.test/x" ^\n  --data-raw "{""a"":1}"', "POST https://a.test/x body: body"],
  ['curl.exe -s ^"https://a.test/x?a=1^&b=2^"', "GET https://a.test/x?a&b"],
])("the commands for Windows %j are read", (text, request) => {
  expect(requestsOf(text)).toEqual([request]);
});

test.each([
  "openapi: 3.0.3\ninfo:\n  title: A\n  description: |\n    Try it:\n    curl https://a.test/x\npaths: {}",
  '{"openapi":"3.0.3","paths":{},"info":{"description":"\\ncurl https://a.test"}}',
])("a description with a command in its texts is no cURL: %j", (text) => {
  expect(readSource(text, { yaml: () => ({}), xml: unused }).syntax).not.toBe("text");
});

test.each([
  "https://a.test ",
  "a.test ",
  "$(a) ",
  "sudo ",
  "--x ",
  "-W ",
  "-d a=1 ",
  "-: ",
  "<<A\n",
  "a=b;",
  "`",
  '^"',
])("1 MB of %j is read in linear time", (part) => {
  for (const start of ["curl https://a.test ", ""])
    expect(cpuMs(() => refusing(start + part.repeat((2 ** 20 - start.length) / part.length)))).toBeLessThan(LINEAR_MS);
});

/** Converts what may be refused, with a message. */
function refusing(text: string): void {
  try {
    convertFile({ text, syntax: "text", document: undefined }, "curl");
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
  }
}
