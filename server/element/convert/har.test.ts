import { expect, test } from "vitest";
import { elementSchema } from "../shape.ts";
import { readSource } from "./read-source.ts";
import { convertFile } from "./registry.ts";

const unused = () => undefined;
type Entry = {
  request: { method: string; url: string; headers?: object[]; postData?: object };
  response?: object;
};

const convert = (...entries: unknown[]) =>
  convertFile(readSource(JSON.stringify({ log: { entries } }), { yaml: unused, xml: unused }), undefined);
const operationsOf = (...entries: unknown[]) =>
  elementSchema.parse(convert(...entries).element).resources.map(({ method, vendorPath }) => `${method} ${vendorPath}`);

const get = (url: string, mimeType = "application/json", more: object = {}): Entry => ({
  request: { method: "GET", url, ...more },
  response: { status: 200, content: { mimeType, text: "{}" } },
});
const sent = (method: string, status: number, postData?: object): Entry => ({
  request: { method, url: "https://a.test/items/4", ...(postData && { postData }) },
  response: { status, content: { mimeType: "text/html" } },
});
const API = get("https://a.test/items");

test("the element is named after the host of most requests, also if another is first", () => {
  expect(convert(get("https://tracker.test/x"), API, API).element.name).toBe("a.test");
});

test("credentials of other hosts are not those of the element", () => {
  const header = { headers: [{ name: "X-Other-Key", value: "1" }] };
  const { element, authentications, authentication } = convert(
    get("https://b.test/x?api_key=1", undefined, header),
    get("https://u:p@c.test/x"),
    API,
    API,
  );
  expect(element.parameters).toEqual([]);
  expect(JSON.stringify(element)).not.toMatch(/api_key|other-key/i);
  expect([authentications, authentication]).toEqual([[], undefined]);
});

test("credentials of requests with a method that is left out are not those of the element", () => {
  const { element } = convert(API, { request: { method: "PROPFIND", url: "https://a.test/items?token=1" } });
  expect(JSON.stringify(element)).not.toContain("token");
});

test.each([
  ["POST", 302],
  ["DELETE", 204],
  ["PUT", 200],
  ["PATCH", 200],
])("a %s with the status %i whose response is a page is an operation", (method, status) => {
  expect(operationsOf(API, sent(method, status))).toContain(`${method} /items/{itemId}`);
});

test("pages, assets, preflight requests and entries without a request are counted", () => {
  const { problems } = convert(
    API,
    get("https://a.test/logo.png", "image/png"),
    get("https://a.test/", "text/html"),
    { request: { method: "OPTIONS", url: "https://a.test/items" } },
    { request: { method: "GET" } },
    {},
  );
  expect(problems).toEqual([
    { place: "log.entries", message: "Entries without a request are left out (2)." },
    { place: "log.entries", message: "Preflight requests and tunnels are left out (1)." },
    { place: "log.entries", message: "Pages, scripts, styles and images are left out (2)." },
  ]);
});

test("each request is an operation, a problem, or counted in one", () => {
  const entries = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PURGE"].flatMap(
    (method) =>
      ["application/json", "text/html", "image/png", undefined].flatMap((mimeType) =>
        ["https://a.test", "https://b.test", "wss://a.test", "data:x"].map((base, at) => ({
          request: { method, url: at === 3 ? base : `${base}/${method}/${String(mimeType).replace("/", "-")}` },
          response: { status: 200, content: { mimeType } },
        })),
      ),
  );
  const { operations, problems } = convert(...entries);
  const counted = problems.map(({ message }) => Number(/\((\d+)\)\./.exec(message)?.[1] ?? 1));
  expect(operations.length + counted.reduce((all, count) => all + count, 0)).toBe(entries.length);
});

test("addresses of other schemes are named once each", () => {
  const { problems, element } = convert(
    get("wss://a.test/live"),
    get("wss://a.test/other"),
    get("data:image/svg+xml,x"),
    get("blob:https://a.test/1"),
    API,
  );
  expect(element.name).toBe("a.test");
  expect(problems).toEqual([
    { place: "log.entries.0", message: "Requests to wss: are left out (2). Only http: and https: are read." },
    { place: "log.entries.2", message: "Requests to data: are left out (1). Only http: and https: are read." },
    { place: "log.entries.3", message: "Requests to blob: are left out (1). Only http: and https: are read." },
  ]);
});

const FORM = [
  "-----------------------------1",
  'Content-Disposition: form-data; name="note"',
  "",
  'SECRET; name="SECRET"',
  "-----------------------------1",
  'Content-Disposition: form-data; filename="SECRET.txt"; name="file"',
  "Content-Type: text/plain",
  "",
  "SECRET",
  "-----------------------------1--",
  "",
].join("\r\n");
const multipart = (text?: string) =>
  sent("POST", 200, { mimeType: "multipart/form-data; boundary=1", params: [], ...(text && { text }) });

test("the fields of a multipart form that is only text are read from it", () => {
  const conversion = convert(multipart(FORM));
  const [resource] = elementSchema.parse(conversion.element).resources;
  expect(resource?.parameters.filter(({ type }) => type === "multipart")).toMatchObject([
    { name: "note" },
    { name: "file", dataType: "file" },
  ]);
  expect(JSON.stringify(conversion)).not.toContain("SECRET");
});

test("a multipart form without fields is a problem", () => {
  expect(convert(multipart()).problems).toEqual([
    { place: "log.entries.0", message: expect.stringContaining("fields of the form") },
  ]);
});

test.each(["SECRET", '{"password":"SECRET="}', "SECRET&a=1"])("no value in place of a form is a name: %s", (text) => {
  const body = { mimeType: "application/x-www-form-urlencoded", text };
  expect(JSON.stringify(convert(sent("POST", 200, body)))).not.toContain("SECRET");
});

test("a body that a browser lists as a name is no name", () => {
  const params = [{ name: '{"password":"SECRET"}', value: "" }, { name: "%7B%22password%22:%22SECRET%22%7D" }];
  const body = { mimeType: "application/x-www-form-urlencoded", params };
  expect(JSON.stringify(convert(sent("POST", 200, body)))).not.toContain("SECRET");
});
