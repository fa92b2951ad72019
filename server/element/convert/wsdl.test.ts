import { describe, expect, test } from "vitest";
import { xml } from "#server/outside/xml.ts";
import { elementRefusals } from "../definition/check.ts";
import { prepareElement } from "../definition/prepare.ts";
import { elementSchema } from "../shape.ts";
import { wsdl } from "./wsdl.ts";

const WSDL = `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:tns="http://example.com/stock" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://example.com/stock">
  <wsdl:types>
    <xs:schema targetNamespace="http://example.com/stock" elementFormDefault="qualified">
      <xs:element name="GetQuote"><xs:complexType><xs:sequence>
        <xs:element name="symbol" type="xs:string"/>
        <xs:element name="days" type="xs:int"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="GetQuoteResponse"><xs:complexType><xs:sequence>
        <xs:element name="quote" type="tns:Quote" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Quote"><xs:sequence>
        <xs:element name="price" type="xs:decimal"/><xs:element name="state" type="tns:State"/>
        <xs:element name="parent" type="tns:Quote"/>
      </xs:sequence></xs:complexType>
      <xs:simpleType name="State"><xs:restriction base="xs:string"/></xs:simpleType>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="GetQuoteIn"><wsdl:part name="parameters" element="tns:GetQuote"/></wsdl:message>
  <wsdl:message name="GetQuoteOut"><wsdl:part name="parameters" element="tns:GetQuoteResponse"/></wsdl:message>
  <wsdl:portType name="StockPort"><wsdl:operation name="GetQuote">
    <wsdl:documentation>Prices of a share</wsdl:documentation>
    <wsdl:input message="tns:GetQuoteIn"/><wsdl:output message="tns:GetQuoteOut"/>
  </wsdl:operation></wsdl:portType>
  <wsdl:binding name="StockSoap" type="tns:StockPort">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="GetQuote"><soap:operation soapAction="urn:GetQuote"/></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="Stock Service"><wsdl:port name="p" binding="tns:StockSoap">
    <soap:address location="https://stock.test/soap"/>
  </wsdl:port></wsdl:service>
</wsdl:definitions>`;

const convert = (text: string) => wsdl.convert({ text, syntax: "xml", document: xml.parse(text) });
const { element } = convert(WSDL);
const [resource] = elementSchema.parse(element).resources;

test("a WSDL is an element named after its service, at the address of it", () => {
  expect(element).toMatchObject({
    name: "Stock Service",
    key: "stockservice",
    configuration: [{ key: "base.url", defaultValue: "https://stock.test/soap" }],
  });
  expect(elementRefusals(prepareElement(elementSchema.parse(element), { elementId: 1 }))).toEqual([]);
});

test.each([
  ["its service", WSDL, "Stock Service"],
  [
    "its own name",
    WSDL.replace("<wsdl:service name", "<wsdl:service no").replace("<wsdl:definitions", '$& name="Stocks"'),
    "Stocks",
  ],
  ["its namespace", WSDL.replace("<wsdl:service name", "<wsdl:service no"), "http://example.com/stock"],
])("its name is that of %s", (_, text, name) => {
  expect(convert(text).element.name).toBe(name);
});

test.each([
  ["REPLACE_WITH_ACTUAL_URL", "", "REPLACE_WITH_ACTUAL_URL is no whole address"],
  ["", "", "names no address"],
  ["/soap", "", "/soap is no whole address"],
])("the address %j is a problem", (address, base, words) => {
  const { element: converted, problems } = convert(WSDL.replace("https://stock.test/soap", address));
  expect(converted.configuration).toMatchObject([{ key: "base.url", defaultValue: base }]);
  expect(problems).toEqual([{ place: "service", message: expect.stringContaining(words) }]);
});

test("overloaded operations are resources of their own, each with its message", () => {
  const text = WSDL.replace(
    "</wsdl:portType>",
    '<wsdl:operation name="GetQuote"><wsdl:input name="All" message="tns:AllIn"/></wsdl:operation></wsdl:portType>',
  )
    .replace(
      "</wsdl:binding>",
      '<wsdl:operation name="GetQuote"><soap:operation soapAction="urn:All"/><wsdl:input name="All"/></wsdl:operation></wsdl:binding>',
    )
    .replace("<wsdl:portType", '<wsdl:message name="AllIn"><wsdl:part name="p" element="tns:GetAll"/></wsdl:message>$&')
    .replace("</xs:schema>", '<xs:element name="GetAll"><xs:complexType/></xs:element></xs:schema>');
  const { element: overloaded, operations } = convert(text);
  expect(overloaded.resources).toMatchObject([
    { path: "/GetQuote", model: { requestName: "GetQuote" } },
    { path: "/GetQuote-2", model: { requestName: "GetAll" } },
  ]);
  expect(operations.map(({ key }) => key)).toEqual(["POST /GetQuote", "POST /GetQuote-2"]);
  expect(elementRefusals(prepareElement(elementSchema.parse(overloaded), { elementId: 1 }))).toEqual([]);
});

test("an operation is a POST with its SOAPAction and models", () => {
  expect(resource).toMatchObject({
    method: "POST",
    path: "/GetQuote",
    description: "Prices of a share",
    parameters: expect.arrayContaining([expect.objectContaining({ name: '"urn:GetQuote"', vendorName: "SOAPAction" })]),
    model: {
      requestName: "GetQuote",
      requestSwagger: { GetQuote: { properties: { symbol: { type: "string" }, days: { type: "integer" } } } },
      name: "GetQuoteResponse",
      swagger: {
        GetQuoteResponse: { properties: { quote: { type: "array", items: { type: "Quote" } } } },
        Quote: { properties: { price: { type: "number" }, state: { type: "string" }, parent: { type: "Quote" } } },
      },
    },
  });
});

test("a model has the fields of the types that its type extends, and lists of repeated groups", () => {
  const extension = (base: string, fields: string) =>
    `<xs:complexContent><xs:extension base="tns:${base}">${fields}</xs:extension></xs:complexContent>`;
  const types = `
    <xs:complexType name="A"><xs:sequence maxOccurs="2"><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
    <xs:complexType name="B">${extension("A", '<xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence>')}</xs:complexType>
    <xs:complexType name="C">${extension("B", "")}</xs:complexType>
    <xs:complexType name="Self">${extension("Self", "")}</xs:complexType>`;
  const [first] = convert(WSDL.replace("</xs:schema>", `${types}</xs:schema>`)).element.resources;
  const list = { type: "array", items: { type: "integer" } };
  expect(first?.model).toMatchObject({
    swagger: {
      C: { properties: { a: list, b: { type: "integer" } } },
      Self: { properties: {} },
    },
  });
});

test("a model has attributes as @name, the text beside them as #text, and the fields of inline types", () => {
  const types = `
    <xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/>
      </xs:extension></xs:simpleContent></xs:complexType>
    <xs:complexType name="Rated"><xs:simpleContent><xs:extension base="tns:Price"><xs:attribute name="rate" type="xs:int"/>
      <xs:attribute name="old" use="prohibited"/></xs:extension></xs:simpleContent></xs:complexType>
    <xs:attributeGroup name="Marks"><xs:attribute name="mark"/></xs:attributeGroup>
    <xs:complexType name="Item"><xs:sequence><xs:element name="inner"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/>
      </xs:sequence><xs:attribute name="no" type="xs:int"/></xs:complexType></xs:element></xs:sequence>
      <xs:attribute name="art" type="xs:int"/><xs:attribute ref="xml:lang"/><xs:attributeGroup ref="tns:Marks"/></xs:complexType>
    <xs:complexType name="Special"><xs:complexContent><xs:extension base="tns:Item"><xs:attribute name="kind"/></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Narrow"><xs:complexContent><xs:restriction base="tns:Item"><xs:sequence><xs:element name="inner" type="xs:int"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`;
  const { element: described } = convert(WSDL.replace("</xs:schema>", `${types}</xs:schema>`));
  expect(elementRefusals(prepareElement(elementSchema.parse(described), { elementId: 1 }))).toEqual([]);
  const [first = {}] = described.resources;
  const integer = { type: "integer" };
  const text = { type: "string" };
  const item = {
    inner: { type: "object", properties: { a: integer, "@no": integer } },
    "@art": integer,
    "@xml:lang": text,
    "@mark": text,
  };
  expect((first.model as { swagger: object }).swagger).toMatchObject({
    Price: { properties: { "#text": { type: "number" }, "@currency": text } },
    Rated: { properties: { "#text": { type: "number" }, "@currency": text, "@rate": integer } },
    Item: { properties: item },
    Special: { properties: { ...item, "@kind": text } },
    Narrow: { properties: { inner: integer } },
  });
  expect(JSON.stringify(first.model)).not.toContain("@old");
});

describe("its hooks", () => {
  /** The value that a hook passes to `done`, run outside the sandbox: the script is our own. */
  function run(type: string, variables: Record<string, unknown>): Record<string, unknown> {
    const body = resource?.hooks.find((hook) => hook.type === type)?.body ?? "";
    let hookVariables: Record<string, unknown> = {};
    const done = (value: Record<string, unknown>) => {
      hookVariables = value;
    };
    new Function(...Object.keys(variables), "done", body)(...Object.values(variables), done);
    return hookVariables;
  }

  test("put the body into an envelope", () => {
    const changed = run("preRequest", { request_body_map: { symbol: "ACME" } });
    expect(xml.write(changed.request_vendor_body_map)).toContain(
      '<soapenv:Body><GetQuote xmlns="http://example.com/stock"><symbol>ACME</symbol></GetQuote></soapenv:Body>',
    );
  });

  test("take the reply out of it", () => {
    const reply = `<s:Envelope xmlns:s="x"><s:Body><m:GetQuoteResponse xmlns:m="y"><m:quote><m:price>1</m:price></m:quote></m:GetQuoteResponse></s:Body></s:Envelope>`;
    expect(run("postRequest", { response_body: xml.parse(reply) })).toEqual({
      response_body: { quote: [{ price: "1" }] },
    });
  });

  test("report a fault as an error", () => {
    const reply = `<s:Envelope xmlns:s="x"><s:Body><s:Fault><faultstring>No such share</faultstring></s:Fault></s:Body></s:Envelope>`;
    expect(run("postRequest", { response_body: xml.parse(reply), response_status_code: 500 })).toEqual({
      response_status_code: 400,
      response_error: "No such share",
    });
  });
});

test("an operation of too many types names the problem, and keeps its hooks", () => {
  const chain = Array.from({ length: 400 }, (_, at) => {
    const next = `<xs:sequence><xs:element name="next" type="tns:T${at + 1}" maxOccurs="2"/></xs:sequence>`;
    return `<xs:complexType name="T${at}">${next}</xs:complexType>`;
  }).join("");
  const text = WSDL.replace("</xs:schema>", `${chain}</xs:schema>`).replace(
    '"tns:Quote" maxOccurs',
    '"tns:T0" maxOccurs',
  );
  const { element: large, operations } = convert(text);
  expect(operations).toMatchObject([{ problems: [{ place: "GetQuote", message: expect.stringContaining("types") }] }]);
  expect(large.resources).toMatchObject([{ hooks: [{ type: "preRequest" }, { type: "postRequest" }] }]);
});

test.each(["<a/>", "<definitions/>"])("%s is no WSDL", (text) => {
  expect(() => convert(text)).toThrow("WSDL 1.1");
});
