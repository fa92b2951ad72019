import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { xml } from "./xml.ts";

const refusal = (message: RegExp | string) =>
  expect.objectContaining({ name: "Failure", kind: "badRequest", message: expect.stringMatching(message) });

describe("reading", () => {
  test.each<[string, string, unknown]>([
    ["an element with text is the text", "<a>b</a>", { a: "b" }],
    ["an empty element is an empty text", "<a><b/><c></c><d> \n </d></a>", { a: { b: "", c: "", d: "" } }],
    ["attributes are @name", '<a id="1">x</a>', { a: { "@id": "1", "#text": "x" } }],
    ["repeated elements are a list", "<a><b>1</b><c/><b>2</b><b>3</b></a>", { a: { b: ["1", "2", "3"], c: "" } }],
    ["text beside elements is #text", "<a> one <b/> two </a>", { a: { b: "", "#text": "one  two" } }],
    ["blanks between elements are nothing", "<a>\n  <b>1</b>\n</a>", { a: { b: "1" } }],
    ["blanks within text are kept", "<a> x </a>", { a: " x " }],
    [
      "numbers stay texts",
      "<a><b>007</b><c>12345678901234567890</c><d>1e5</d></a>",
      { a: { b: "007", c: "12345678901234567890", d: "1e5" } },
    ],
    ["prefixes stay in names", '<s:a xmlns:s="urn:x"><s:b/></s:a>', { "s:a": { "@xmlns:s": "urn:x", "s:b": "" } }],
    ["CDATA is text", "<a><![CDATA[<!DOCTYPE x><b>]]>c</a>", { a: "<!DOCTYPE x><b>c" }],
    ["references are resolved", "<a b='&quot;'>&lt;&#65;&#x1F600;&amp;</a>", { a: { "@b": '"', "#text": "<A😀&" } }],
    [
      "declaration, comments and instructions are nothing",
      '\ufeff<?xml version="1.0"?><!-- x --><?y z?><a/>',
      { a: "" },
    ],
    [
      "names of an object's own are names",
      "<constructor><toString>1</toString><toString>2</toString></constructor>",
      { constructor: { toString: ["1", "2"] } },
    ],
  ])("%s", (_, text, value) => {
    expect(xml.parse(text)).toEqual(value);
  });

  const LAUGHS = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY ${String.fromCharCode(98 + i)} "">`).join("")}]><l>&a;</l>`;
  test.each<[string, string]>([
    ["billion laughs", LAUGHS],
    ["an external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ["an external document type", '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>'],
    ["an entity nobody defined", "<a>&x;</a>"],
  ])("%s is refused (E22)", (_, text) => {
    expect(() => xml.parse(text)).toThrow(refusal(/^The XML cannot be read: /));
  });

  test("an element __proto__ pollutes nothing (E22)", () => {
    const value = xml.parse('<a><__proto__><polluted>1</polluted></__proto__><b __proto__="1"/></a>');
    expect(value).toEqual({ a: { b: { "@__proto__": "1" } } });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf((value as { a: object }).a)).toBe(Object.prototype);
  });

  test.each([
    ["", "nothing"],
    ["<a>", "an open element"],
    ["<a></b>", "a wrong end"],
    ["<a/><b/>", "two roots"],
    ["text", "text"],
    ["<a b=1/>", "an attribute without quotes"],
    ["<a b='1' b='2'/>", "an attribute twice"],
    ["<a>\0</a>", "NUL"],
    ["<a>".repeat(201) + "</a>".repeat(201), "201 levels"],
    [`<a>${"<b/>".repeat(500_000)}</a>`, "too many elements"],
  ])("refuses invalid XML, %#", (text) => {
    expect(() => xml.parse(text)).toThrow(refusal(/^The XML cannot be read: /));
  });

  test.each<[string, (size: number) => string]>([
    ["rows", (size) => `<a>${"<b c='1'>x</b>".repeat(size)}</a>`],
    ["attributes", (size) => `<a ${Array.from({ length: size }, (_, i) => `b${i}='1'`).join(" ")}/>`],
    ["text between elements", (size) => `<a>${"x<b/>".repeat(size)}</a>`],
    ["references", (size) => `<a>${"&amp;".repeat(size)}</a>`],
    ["open brackets", (size) => `<a>${"<".repeat(size)}`],
    ["ampersands", (size) => `<a>${"&".repeat(size)}`],
    ["comments that do not end", (size) => `<a>${"<!--".repeat(size)}`],
    ["CDATA that does not end", (size) => `<a>${"<![CDATA[".repeat(size)}`],
    ["a document type that does not end", (size) => `<!DOCTYPE ${"[<".repeat(size)}`],
  ])("%s take linear time", (_, make) => {
    const spent = cpuMs(() => {
      try {
        xml.parse(make(300_000));
      } catch {}
    });
    expect(spent).toBeLessThan(LINEAR_MS);
  });
});

describe("writing", () => {
  test.each<[string, unknown, string]>([
    ["attributes come first", { a: { b: 1, "@c": true, "#text": "x" } }, '<a c="true"><b>1</b>x</a>'],
    [
      "a list repeats its element",
      { a: { b: [1, "", null, { c: 2 }] } },
      "<a><b>1</b><b></b><b></b><b><c>2</c></b></a>",
    ],
    ["null is empty, undefined is nothing", { a: { b: null, c: undefined, "@d": null } }, "<a><b></b></a>"],
    [
      "what has a meaning is escaped",
      { a: { "@b": "\"<\n&'", "#text": "]]>\r\n" } },
      `<a b="&quot;&lt;&#10;&amp;'">]]&gt;&#13;&#10;</a>`,
    ],
  ])("%s", (_, value, text) => {
    expect(xml.write(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  });

  test.each<[string, unknown]>([
    ["two roots", { a: 1, b: 2 }],
    ["a list as the root", { a: [1, 2] }],
    ["no root", {}],
    ["a text", "a"],
    ["a list", [{ a: 1 }]],
    ["null", null],
    ["a name with a blank", { "a b": 1 }],
    ["a name that would be markup", { "a><b": 1 }],
    ["an attribute that would be markup", { a: { '@b="" c': 1 } }],
    ["a number as a name", { a: { 1: 2 } }],
    ["an object as an attribute", { a: { "@b": {} } }],
    ["a list of lists", { a: { b: [[1]] } }],
    ["NUL", { a: "\0" }],
    ["half a surrogate pair", { a: "\ud800" }],
  ])("%s is refused", (_, value) => {
    expect(() => xml.write(value)).toThrow(refusal(/XML/));
  });

  test("too many levels are refused", () => {
    let value: unknown = 1;
    for (let level = 0; level < 300; level++) value = { a: value };
    expect(() => xml.write(value)).toThrow(refusal(/200 levels/));
  });
});

const SOAP = `<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:crm">
  <soap:Header>
    <wsse:Security xmlns:wsse="urn:wsse" soap:mustUnderstand="1">
      <wsse:UsernameToken><wsse:Username>u</wsse:Username><wsse:Password Type="urn:digest">p&amp;q</wsse:Password></wsse:UsernameToken>
    </wsse:Security>
  </soap:Header>
  <soap:Body><m:GetContacts><m:id>007</m:id><m:id>008</m:id></m:GetContacts></soap:Body>
</soap:Envelope>`;

test("a SOAP envelope keeps its meaning there and back", () => {
  const value = xml.parse(SOAP);
  expect(value).toMatchObject({
    "soap:Envelope": {
      "soap:Header": {
        "wsse:Security": {
          "@soap:mustUnderstand": "1",
          "wsse:UsernameToken": { "wsse:Password": { "@Type": "urn:digest", "#text": "p&q" } },
        },
      },
      "soap:Body": { "m:GetContacts": { "m:id": ["007", "008"] } },
    },
  });
  expect(xml.parse(xml.write(value))).toEqual(value);
});

test("reads back any written value", () => {
  const name = fc.stringMatching(/^[a-z_][\w.-]{0,5}$/).filter((text) => text !== "__proto__");
  const text = fc
    .string({ unit: "binary" })
    .filter(
      (value) =>
        !/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(value) && (value === "" || value.trim() !== ""),
    );
  const { element } = fc.letrec((tie) => ({
    element: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.dictionary(name, tie("element"), { minKeys: 1 }),
      fc.dictionary(
        name.map((key) => `@${key}`),
        text,
        { minKeys: 1 },
      ),
    ),
  }));
  fc.assert(
    fc.property(name, element, (root, value) => {
      expect(xml.parse(xml.write({ [root]: value }))).toEqual({ [root]: value });
    }),
  );
});

test("reading any text returns a value or a Failure", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<a>",
      "</a>",
      "<a/>",
      "<",
      ">",
      "&",
      "&lt;",
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
      "<?",
      "?>",
      "<!DOCTYPE ",
      "[",
      "]",
      "a='1'",
      '"',
      " ",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      try {
        xml.parse(pieces.join(""));
      } catch (error) {
        expect(error).toMatchObject({ name: "Failure", kind: "badRequest" });
      }
    }),
  );
});
