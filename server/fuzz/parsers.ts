import assert from "node:assert/strict";
import { isIP } from "node:net";
import { readAuthorization } from "#server/account/authorization-header.ts";
import { eventCallOf, readWebhookText } from "#server/api/event-body.ts";
import { parseJson } from "#server/api/json.ts";
import { readMultipart } from "#server/api/multipart.ts";
import { readPrefer } from "#server/api/prefer.ts";
import { readZippedFiles, zipFiles } from "#server/api/zipped-files.ts";
import { clientAddress, parseTrustProxy } from "#server/client-address.ts";
import { parseFieldPath } from "#server/common-resource/field-path.ts";
import { parseCallbackHeaders } from "#server/element/callback-headers.ts";
import { decodePointer } from "#server/element/convert/references.ts";
import { shellCommands } from "#server/element/convert/shell-words.ts";
import { parseDataPath, readAt, writeAt } from "#server/element/data-path.ts";
import { readPageToken, writePageToken } from "#server/element/pagination/page-token.ts";
import { compileDatePattern } from "#server/element/polling/date-pattern.ts";
import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import { columnText, parseOrderBy } from "#server/element/query/order-by.ts";
import { parseSelect } from "#server/element/query/select.ts";
import { parseFields } from "#server/element/query/select-fields.ts";
import { parseWhere } from "#server/element/query/where.ts";
import { whereText } from "#server/element/query/where-text.ts";
import { Failure } from "#server/errors.ts";
import { parseFinder } from "#server/event/finder.ts";
import { retryAfterMs } from "#server/event/retry-wait.ts";
import { parseExactJson } from "#server/exact-json.ts";
import { buildAddress } from "#server/formula/address.ts";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { references, resolveTemplate } from "#server/formula/expression.ts";
import { expressionProblems } from "#server/formula/expression-problems.ts";
import { statusCodes } from "#server/formula/status-codes.ts";
import { readAndConvert } from "#server/outside/conversion/read-and-convert.ts";
import { parseAllowList } from "#server/outside/egress/allow-list.ts";
import { canonicalHost, isPublic } from "#server/outside/egress/public-address.ts";
import { createFrameReader, frame } from "#server/outside/sandbox/frames.ts";
import { parseJdbcUrl } from "#server/outside/sql/jdbc-url.ts";
import { xml } from "#server/outside/xml.ts";
import { readScript } from "#server/script/read-script.ts";
import { csv } from "#server/services/bulk/formats/csv.ts";
import { json } from "#server/services/bulk/formats/json.ts";
import { parseDatabaseAddress } from "#server/store/database/database-address.ts";
import { DESCRIPTIONS } from "./descriptions.ts";
import { fuzzed } from "./parser.ts";

/** A setting that is wrong stops the start with one line. */
const isOneLine = (error: unknown) => error instanceof Error && !error.message.slice(0, 60).includes("\n    at ");

const isSyntaxError = (error: unknown) => error instanceof SyntaxError;

const never = () => false;

/** Runs what may refuse its input. */
function refusing(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

const NOW = new Date("2026-11-25T10:00:00Z");

const FORM = "formulary-form";
const part = (headers: string, content: string) => `--${FORM}\r\n${headers}\r\n\r\n${content}\r\n`;

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const bytesOf = (text: string) => Buffer.from(text, "latin1");
const ZIPPED = latin1(
  await zipFiles(
    new Map([
      ["formulas/one.json", '{"name":"One"}'],
      ["formulas/one/script.js", "done(1)"],
    ]),
  ),
);

async function* inPieces(text: string) {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
}

async function rowsOf(format: typeof csv | typeof json, text: string) {
  const rows = [];
  for await (const row of format.read(inPieces(text), { escapes: true })) rows.push(row);
  return rows;
}

/** Every parser that reads text of callers, providers, files or settings. */
export const PARSERS = [
  fuzzed({
    name: "where",
    seeds: [
      "name = 'Ada' and (age >= 18 or city in ('Paris', 'Köln')) and note is not null",
      "`odd name` like '%''x%' or a.b.c != -1.5e3 and done = true",
    ],
    parse: (text) => parseWhere(text),
    check: (where) => assert.deepEqual(parseWhere(whereText(where)), where),
  }),
  fuzzed({
    name: "where of lists",
    seeds: ["name='x' and status in ('a','b') and active='true'"],
    parse: (text) => parseColumnConditions(text, ["name", "status", "active"]),
  }),
  fuzzed({
    name: "orderBy",
    seeds: ["name, createdDate desc", "`odd ``name`, a.b asc"],
    parse: parseOrderBy,
    check: (order) =>
      assert.deepEqual(
        parseOrderBy(order.map(({ field, descending }) => columnText(field) + (descending ? " desc" : "")).join()),
        order,
      ),
  }),
  fuzzed({
    name: "select",
    seeds: ["select id, name from contacts where age > 3 order by name desc limit 10 offset 20", "select * from a"],
    parse: parseSelect,
  }),
  fuzzed({ name: "fields", seeds: ["id,name,address.city"], parse: parseFields, refuses: never }),
  fuzzed({
    name: "page token",
    seeds: [writePageToken({ page: 2, pageSize: 50 }), writePageToken({ page: 3, pageSize: 5, cursor: "eyJ=" })],
    parse: readPageToken,
    check: (place) => assert.deepEqual(readPageToken(writePageToken(place)), place),
  }),
  fuzzed({
    name: "expression",
    seeds: ["Hello ${trigger.body.name}, ${steps.one['a b'][0].c}!", "${config.list}", "${${steps.one}}"],
    parse: (text) => resolveTemplate(text, { trigger: { body: { name: "${x}" } }, steps: {}, config: { list: [1] } }),
    refuses: never,
  }),
  fuzzed({
    name: "references of an expression",
    seeds: ["a ${steps.one} b ${ config.x } c ${${trigger.args}}"],
    parse: references,
    refuses: never,
    check: (found, text) => {
      for (const { path, start, end } of found) assert.equal(text.slice(start + 2, end - 1).trim(), path);
    },
  }),
  fuzzed({
    name: "problems of an expression",
    seeds: ["$steps.x ${} ${steps..x} ${one} ${steps.x"],
    parse: (text) => expressionProblems(text, { names: { steps: ["one"], config: ["two"] } }),
    refuses: never,
    check: (problems, text) => {
      for (const { start, end } of problems) assert.ok(0 <= start && start <= end && end <= text.length);
    },
  }),
  fuzzed({
    name: "cron",
    seeds: ["0 0/15 8-18 ? * MON-FRI *", "*/10 * * * *", "0 0 12 L * ?", "0 0 0 1W 1,6 ? 2027/2", "0 0 9 ? * 6#3"],
    parse: parseCron,
    check: (cron) => {
      const next = nextAfter(cron, NOW);
      assert.ok(next === null || next > NOW);
    },
  }),
  fuzzed({
    name: "status codes",
    seeds: ["200,201", "200-205, 208", "404"],
    parse: (text) => statusCodes.safeParse(text),
    refuses: never,
  }),
  fuzzed({
    name: "address of a request",
    seeds: ["https://example.com/a/{id}?q=1&q=2#part", "/hubs/crm/{id}"],
    parse: (text) => buildAddress(text, { id: "../x" }, { q: text }),
    refuses: never,
    check: (built) => {
      if (built.ok) assert.ok(!/(^|[/\\])\.\.?([/\\]|$)/.test(built.address.base), built.address.base);
    },
  }),
  fuzzed({
    name: "script",
    seeds: [
      "const [a, { b = 1 }] = steps.one; for (const x of list) { if (x?.y) done(`${x} ${/re/g}`); }",
      "async () => { await fetch(1n ** 2n); class A { #p = 1; static { } } label: while (0) break label; }",
    ],
    parse: readScript,
    refuses: never,
  }),
  fuzzed({
    name: "exact JSON",
    seeds: ['{"id":12345678901234567890,"a":[1,-0.5e3,"\\ud83e\\udd84",null,true]}', '[[["\\"9007199254740993"]]]'],
    parse: parseExactJson,
    refuses: isSyntaxError,
    check: (value) => assert.deepEqual(parseExactJson(JSON.stringify(value)), JSON.parse(JSON.stringify(value))),
  }),
  fuzzed({
    name: "JSON body",
    seeds: ['{"id":12345678901234567890,"name":"Ada","tags":["a","b"],"nested":{"__proto__":{"admin":true}}}'],
    parse: (text) => parseJson(text),
    check: (value) => assert.deepEqual(parseJson(JSON.stringify(value)), JSON.parse(JSON.stringify(value))),
  }),
  fuzzed({
    name: "path into data",
    seeds: ["a[0].b", "$.events[*].id", "list['odd name'][\"x\"].y", ".a.b"],
    parse: parseDataPath,
    refuses: never,
    check: (path) => {
      readAt({ a: [{ b: 1 }], events: [{ id: 1 }] }, path);
      refusing(() => writeAt({}, path, 1));
    },
  }),
  fuzzed({
    name: "path of a common resource",
    seeds: ["a.b[0]", "a[*].b", "list[id=4].b", "list[?(@.type=='home')].city", "a['b c'].size()"],
    parse: parseFieldPath,
    check: (path) => assert.ok(path.length > 0),
  }),
  fuzzed({ name: "JSON pointer", seeds: ["a~1b~0c", "%41%zz"], parse: decodePointer, refuses: never }),
  fuzzed({ name: "shell words", seeds: ["curl -H 'A: b' \"$URL\" --data $'x\\n' \\\n | jq ."], parse: shellCommands }),
  fuzzed({
    name: "Authorization",
    seeds: ["User abc, Organization def, Element ghi", "Bearer abc.def"],
    parse: readAuthorization,
    refuses: never,
    check: (parts) => {
      for (const secret of Object.values(parts ?? {})) assert.match(secret, /^[\x21-\x7e]+$/);
    },
  }),
  fuzzed({
    name: "Prefer",
    seeds: ['respond-async, wait=10; foo="bar"', 'wait="3"'],
    parse: readPrefer,
    refuses: never,
    check: ({ waitMs }) => assert.ok(waitMs >= 0 && waitMs <= 60_000),
  }),
  fuzzed({
    name: "Retry-After",
    seeds: ["120", "Wed, 25 Nov 2026 11:00:00 GMT"],
    parse: (text) => retryAfterMs(text, NOW),
    refuses: never,
    check: (ms) => assert.ok(Number.isFinite(ms) && ms >= 0, `${ms}`),
  }),
  fuzzed({
    name: "callback headers",
    seeds: ['{"X-One":"a","x-two":"b"}', "X-One: a, b\nX-Two: c", "a: 1, b: 2"],
    parse: (text) => parseCallbackHeaders(text),
    check: (headers) => {
      new Headers(headers);
    },
  }),
  fuzzed({ name: "finder of events", seeds: ["team.id=slack.team", "team.id"], parse: parseFinder, refuses: never }),
  fuzzed({
    name: "webhook",
    seeds: ['{"id":"1","user":{"name":"Ada"}}', "a=1&b=2&a=3", "<order><id>1</id></order>"],
    parse: async (text) => {
      const given = { method: "POST", headers: { "content-type": "application/json" }, body: text.toWellFormed() };
      const { query } = await readWebhookText(new Request("http://localhost/?a=1", given));
      for (const type of ["application/json", "application/x-www-form-urlencoded"])
        eventCallOf({ ...given, query, headers: { "Content-Type": type } });
    },
  }),
  fuzzed({
    name: "multipart form",
    seeds: [
      `${part('Content-Disposition: form-data; name="a"', "1")}${part('Content-Disposition: form-data; name="f"; filename="x.csv"\r\nContent-Type: text/csv', "a,b\n1,2")}--${FORM}--\r\n`,
    ],
    parse: (text) => {
      const headers = { "content-type": `multipart/form-data; boundary=${FORM}` };
      return readMultipart(
        new Request("http://localhost/", { method: "POST", headers, body: bytesOf(text) }),
        1e6,
        1e6,
      );
    },
  }),
  fuzzed({
    name: "zip file",
    seeds: [ZIPPED, '{"name":"One"}'],
    parse: (text) => readZippedFiles(bytesOf(text)),
    check: (files) => {
      for (const path of files.keys()) assert.ok(!path.split("/").includes(".."), path);
    },
  }),
  fuzzed({
    name: "XML",
    seeds: [
      '<?xml version="1.0"?><a:order xmlns:a="urn:x" id="1"><item>1</item><item><![CDATA[<2>]]></item>&amp;&#65;<b/></a:order>',
      '<soap:Envelope xmlns:soap="http://x"><soap:Body><Get><id>7</id></Get></soap:Body></soap:Envelope>',
    ],
    parse: xml.parse,
    check: (value) => assert.deepEqual(xml.parse(xml.write(value)), value),
  }),
  fuzzed({
    name: "CSV file",
    seeds: ['id,name,address.city\r\n1,"Ada ""L""",Paris\n2,"a\nb",\n', "\ufeffa;b\n1;2"],
    parse: (text) => rowsOf(csv, text),
  }),
  fuzzed({
    name: "JSON lines",
    seeds: ['{"id":1}\n{"id":2,"a":{"b":[1]}}\n', '[{"id":1},{"id":2}]'],
    parse: (text) => rowsOf(json, text),
  }),
  fuzzed({
    name: "date pattern",
    seeds: ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "EEE, dd MMM yyyy hh:mm a z", "milliseconds", "yyyyMMdd'o''clock'Z"],
    parse: compileDatePattern,
    check: ({ write, read }) => {
      read(write(NOW.getTime()));
    },
  }),
  fuzzed({
    name: "date by a pattern",
    seeds: ["2026-11-25T10:00:00.000Z", "2026-02-29T24:00:00+14:00", "0001-01-01T00:00:00Z"],
    parse: (text) => compileDatePattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").read(text),
    refuses: never,
    check: (moment) => {
      if (moment) assert.ok(Number.isFinite(moment.from) && moment.from <= moment.to);
    },
  }),
  ...Object.entries(DESCRIPTIONS).map(([format, seeds]) =>
    fuzzed({
      name: `description: ${format}`,
      seeds,
      parse: (text: string) => readAndConvert({ bytes: Buffer.from(text.toWellFormed()), format: undefined }, () => {}),
      refuses: never,
    }),
  ),
  fuzzed({
    name: "host of a request",
    seeds: ["example.com", "127.0.0.1", "[::ffff:10.0.0.1]", "0x7f.1", "①②⑦.0.0.1"],
    parse: canonicalHost,
    refuses: never,
    check: (host) => {
      if (host === null) return;
      assert.equal(canonicalHost(host), host);
      if (isIP(host)) assert.equal(isPublic(host) && /^(10|127|192\.168|169\.254)\./.test(host), false);
    },
  }),
  fuzzed({
    name: "X-Forwarded-For",
    seeds: ["203.0.113.7, 10.0.0.1", "[2001:db8::1]:443, ::ffff:10.0.0.2", "unknown"],
    parse: (forwardedFor) => clientAddress({ remoteAddress: "10.0.0.1", forwardedFor }, parseTrustProxy("10.0.0.0/8")),
    refuses: never,
    check: (address) => assert.ok(isIP(address), address),
  }),
  fuzzed({
    name: "TRUST_PROXY",
    seeds: ["off", "2", "10.0.0.0/8, fd00::/8"],
    parse: parseTrustProxy,
    refuses: isOneLine,
  }),
  fuzzed({
    name: "EGRESS_ALLOW",
    seeds: ["localhost:8080", "10.0.0.0/8:443", "[fd00::]/8", "crm.internal"],
    parse: (text) => parseAllowList([text]),
    refuses: isOneLine,
    check: (list) => {
      list.allows("example.com", 443, "203.0.113.1");
    },
  }),
  fuzzed({
    name: "JDBC address",
    seeds: ["jdbc:postgresql://db:5432;databaseName=crm;ssl=true", "jdbc:postgresql://[::1]/crm?sslmode=require"],
    parse: parseJdbcUrl,
  }),
  fuzzed({
    name: "DATABASE_URL",
    seeds: ["postgresql://user:pa%20ss@one:5432,two:5433/app?target_session_attrs=primary", "postgres://[::1]/x"],
    parse: parseDatabaseAddress,
    refuses: isOneLine,
  }),
  fuzzed({
    name: "frames of a sandbox",
    seeds: [latin1(frame('{"a":1}')), latin1(Buffer.concat([frame("[]"), frame('"x"')]))],
    parse: (text) => {
      const read = createFrameReader(() => {});
      for (let at = 0; at < text.length; at += 3) read(bytesOf(text.slice(at, at + 3)));
    },
    refuses: (error) => error instanceof RangeError,
  }),
];
