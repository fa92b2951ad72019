import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { xml } from "#server/outside/xml.ts";
import { anElementCaller } from "#server/testing/element-caller.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";
import { wsdl } from "./wsdl.ts";

const SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
const SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
const XSI = "http://www.w3.org/2001/XMLSchema-instance";

let provider: AProvider;
let reply: { code: number; body: string };
let caller: Awaited<ReturnType<typeof anElementCaller>>;
beforeAll(async () => {
  provider = await aProvider(({ headers }, response) =>
    response.writeHead(reply.code, { "content-type": headers.accept }).end(reply.body),
  );
  caller = await anElementCaller();
});
afterAll(async () => {
  await provider.close();
  await caller.close();
});
beforeEach(() => {
  provider.requests.length = 0;
  reply = { code: 200, body: enveloped("<m:GetOrderResponse/>") };
});

const enveloped = (body: string, attributes = "") =>
  `<s:Envelope xmlns:s="${SOAP_11}" xmlns:m="http://ex.org/messages" xmlns:i="${XSI}"><s:Header><m:session>1</m:session></s:Header><s:Body${attributes}>${body}</s:Body></s:Envelope>`;

const MESSAGES = `<xs:schema targetNamespace="http://ex.org/messages" elementFormDefault="qualified">
  <xs:element name="GetOrder"><xs:complexType><xs:sequence>
    <xs:element name="id" type="xs:int"/><xs:element name="buyer" type="c:Party"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="GetOrderResponse"><xs:complexType><xs:sequence>
    <xs:element name="order" type="m:Order" minOccurs="0" maxOccurs="unbounded"/>
    <xs:sequence maxOccurs="9"><xs:element name="constructor" type="xs:string"/></xs:sequence>
    <xs:element name="total" type="xs:int"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:complexType name="Base"><xs:sequence><xs:element name="tag" type="xs:string" maxOccurs="5"/></xs:sequence></xs:complexType>
  <xs:complexType name="Order"><xs:complexContent><xs:extension base="m:Base"><xs:sequence>
    <xs:element name="sku" type="xs:string" nillable="true"/>
    <xs:element name="parts"><xs:complexType><xs:sequence><xs:element name="part" type="m:Order" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:extension></xs:complexContent></xs:complexType>
</xs:schema>`;
const COMMON = `<xs:schema targetNamespace="http://ex.org/common">
  <xs:complexType name="Party"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element ref="m:GetOrder"/></xs:sequence></xs:complexType>
</xs:schema>`;

type Description = {
  schemas?: string;
  ports?: readonly string[];
  request?: string;
  response?: string;
  headers?: string;
  messages?: string;
};

/** A WSDL in a namespace of its own; a port is the version of its protocol. */
function described({ schemas = MESSAGES + COMMON, ports = ["soap"], ...parts }: Description = {}): string {
  const {
    request = `<part name="p" element="m:GetOrder"/>`,
    response = `<part name="p" element="m:GetOrderResponse"/>`,
    headers = "",
    messages = "",
  } = parts;
  const bindings = ports.map(
    (version) => `<binding name="${version}" type="tns:Orders"><${version}:binding/><operation name="GetOrder">
      <${version}:operation soapAction="urn:get"/><input><${version}:body use="literal" namespace="urn:rpc"/>${headers}</input>
    </operation></binding>`,
  );
  const services = ports.map(
    (version) =>
      `<port name="${version}" binding="tns:${version}"><${version}:address location="${provider.url}/${version}"/></port>`,
  );
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
    xmlns:tns="http://ex.org/svc" xmlns:m="http://ex.org/messages" xmlns:c="http://ex.org/common"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://ex.org/svc">
    <types>${schemas}</types><message name="in">${request}</message><message name="out">${response}</message>${messages}
    <portType name="Orders"><operation name="GetOrder"><input message="tns:in"/><output message="tns:out"/></operation></portType>
    ${bindings.join("")}<service name="Orders">${services.join("")}</service></definitions>`;
}

async function connect(text = described()) {
  const { element, operations } = wsdl.convert({ text, syntax: "xml", document: xml.parse(text) });
  expect(operations.flatMap(({ problems }) => problems)).toEqual([]);
  const { call } = await caller.connect(element, { configuration: { "filter.response.nulls": "false" } });
  return (body: unknown = { id: 1 }) => call("POST /GetOrder", { body });
}

/** The body of the only request, without its envelope. */
const sent = () => /<soapenv:Body>(.*)<\/soapenv:Body>/.exec(provider.requests[0]?.body ?? "")?.[1];

describe("a response", () => {
  test.each<[string, string, unknown]>([
    ["without elements", enveloped(""), {}],
    ["with an empty element", enveloped("<m:GetOrderResponse/>"), {}],
    [
      "with attributes at the body",
      enveloped(
        "<m:GetOrderResponse><m:total>1</m:total></m:GetOrderResponse>",
        ` wsu:Id="body-1" xmlns:wsu="urn:wsu"`,
      ),
      { total: "1" },
    ],
    ["with attributes at an empty body", enveloped("", ` wsu:Id="body-1" xmlns:wsu="urn:wsu"`), {}],
    [
      "with several elements",
      enveloped(`<m:GetOrderResponse><m:total>1</m:total></m:GetOrderResponse><m:more id="2"/>`),
      { GetOrderResponse: { total: "1" }, more: { "@id": "2" } },
    ],
    [
      "with one entry of each list",
      enveloped(
        "<m:GetOrderResponse><m:order><m:tag>a</m:tag><m:parts><m:part><m:tag>b</m:tag></m:part></m:parts></m:order><m:constructor>x</m:constructor></m:GetOrderResponse>",
      ),
      { order: [{ tag: ["a"], parts: { part: [{ tag: ["b"] }] } }], constructor: ["x"] },
    ],
    [
      "with nulls",
      enveloped(
        `<m:GetOrderResponse><m:order><m:sku i:nil="true"/></m:order><m:order i:nil="1"/></m:GetOrderResponse>`,
      ),
      { order: [{ sku: null }, null] },
    ],
    [
      "with types and namespaces at its values",
      enveloped(`<m:GetOrderResponse><m:total i:type="xs:int" xmlns:o="urn:o">1</m:total></m:GetOrderResponse>`),
      { total: "1" },
    ],
  ])("%s", async (_, body, value) => {
    reply = { code: 200, body };
    expect(await (await connect())()).toMatchObject({ code: 200, body: value });
  });

  test("that is no envelope stays as it is", async () => {
    reply = { code: 503, body: "<html>Down for maintenance</html>" };
    await expect((await connect())()).rejects.toMatchObject({
      kind: "badGateway",
      providerMessage: expect.stringContaining("Down for maintenance"),
    });
  });
});

describe("a request", () => {
  test("has the namespace of the schema that declares its element", async () => {
    await (await connect())();
    expect(sent()).toBe('<GetOrder xmlns="http://ex.org/messages"><id>1</id></GetOrder>');
  });

  test("has for each field the namespace of the schema that declares it", async () => {
    await (await connect())({ id: 1, buyer: { name: "Ada", GetOrder: [{ id: 2 }] }, other: null });
    expect(sent()).toBe(
      '<GetOrder xmlns="http://ex.org/messages"><id>1</id><buyer><name xmlns="">Ada</name><GetOrder><id>2</id></GetOrder></buyer><other></other></GetOrder>',
    );
  });

  test("has a prefix for the element alone if the schema is not qualified, whatever other schemas say", async () => {
    const schemas = `<xs:schema targetNamespace="http://ex.org/common" elementFormDefault="qualified"/>${MESSAGES.replace(' elementFormDefault="qualified"', "")}`;
    await (await connect(described({ schemas })))();
    expect(sent()).toBe('<tns:GetOrder xmlns:tns="http://ex.org/messages"><id>1</id></tns:GetOrder>');
  });

  test("has one element; others of its message are a problem", () => {
    const request = `<part name="p" element="m:GetOrder"/><part name="q" element="m:GetOrderResponse"/>`;
    const { operations } = wsdl.convert({ text: "", syntax: "xml", document: xml.parse(described({ request })) });
    expect(operations[0]?.problems).toEqual([{ place: "GetOrder", message: expect.stringContaining("part q") }]);
  });

  test("of an RPC has the namespace of the binding, and parts without one", async () => {
    const request = `<part name="order" type="m:Order"/><part name="limit" type="xs:int"/>`;
    await (await connect(described({ request })))({ order: { sku: "a" }, limit: 1 });
    expect(sent()).toBe(
      '<tns:GetOrder xmlns:tns="urn:rpc"><order><sku xmlns="http://ex.org/messages">a</sku></order><limit>1</limit></tns:GetOrder>',
    );
  });

  test.each<[string, readonly string[], string, string, Record<string, unknown>]>([
    ["SOAP 1.1", ["soap"], "/soap", SOAP_11, { "content-type": "text/xml; charset=utf-8", soapaction: '"urn:get"' }],
    [
      "SOAP 1.2",
      ["soap12"],
      "/soap12",
      SOAP_12,
      { "content-type": 'application/soap+xml; charset=utf-8; action="urn:get"', soapaction: undefined },
    ],
    ["both", ["http", "soap12", "soap"], "/soap", SOAP_11, { soapaction: '"urn:get"' }],
  ])("by a binding of %s", async (_, ports, url, namespace, headers) => {
    await (await connect(described({ ports })))();
    const [request] = provider.requests;
    expect(request?.url).toBe(url);
    expect(request?.body).toContain(`<soapenv:Envelope xmlns:soapenv="${namespace}">`);
    for (const [name, value] of Object.entries(headers)) expect(request?.headers[name], name).toBe(value);
  });
});

describe("a request with nulls and attributes", () => {
  const nullable = MESSAGES.replace('name="id" type="xs:int"', '$& nillable="true"').replace(
    "</xs:schema>",
    `<xs:element name="Noted" nillable="true"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal">
      <xs:attribute name="art" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType></xs:element></xs:schema>`,
  );
  const NIL = `xmlns:xsi="${XSI}" xsi:nil="true"`;

  test.each<[string, unknown, string]>([
    ["a null of a nillable element", { id: null }, `<id ${NIL}></id>`],
    [
      "a null of an element of another schema",
      { buyer: { name: null } },
      `<buyer><name xmlns="" ${NIL}></name></buyer>`,
    ],
    ["a null of another element", { other: null }, "<other></other>"],
    ["a null attribute", { "@art": null, id: 1 }, "<id>1</id>"],
    ["an attribute beside text", { id: { "@art": 2, "#text": 1 } }, '<id art="2">1</id>'],
    ["nulls in a list", { id: [1, null] }, `<id>1</id><id ${NIL}></id>`],
  ])("%s", async (_, body, expected) => {
    const common = COMMON.replace('type="xs:string"', '$& nillable="true"');
    await (await connect(described({ schemas: nullable + common })))(body);
    expect(sent()).toBe(`<GetOrder xmlns="http://ex.org/messages">${expected}</GetOrder>`);
  });
});

describe("headers of a request", () => {
  const AUTH = `<xs:element name="Auth"><xs:complexType><xs:sequence><xs:element name="token" type="xs:string" nillable="true"/>
    <xs:element name="party" type="c:Party"/></xs:sequence></xs:complexType></xs:element><xs:element name="Session" type="xs:string"/>`;
  const schemas = MESSAGES.replace("</xs:schema>", `${AUTH}</xs:schema>`) + COMMON;
  const messages = `<message name="h"><part name="auth" element="m:Auth"/><part name="session" element="m:Session"/></message>`;
  const headers = `<soap:header message="tns:h" part="auth" use="literal"/><soap:header message="tns:h" part="session" use="literal"/>`;
  const text = () => described({ schemas, messages, headers });
  const headerOf = () => /<soapenv:Header>(.*)<\/soapenv:Header>/.exec(provider.requests[0]?.body ?? "")?.[1];

  test("are an object of the body, with the namespaces of their schemas", async () => {
    const soapHeader = { Auth: { token: "t", party: { name: "Ada" } }, Session: "s" };
    await (await connect(text()))({ id: 1, soapHeader });
    expect(headerOf()).toBe(
      '<Auth xmlns="http://ex.org/messages"><token>t</token><party><name xmlns="">Ada</name></party></Auth><Session xmlns="http://ex.org/messages">s</Session>',
    );
    expect(sent()).toBe('<GetOrder xmlns="http://ex.org/messages"><id>1</id></GetOrder>');
  });

  test("are left out unless they are given", async () => {
    await (await connect(text()))({ id: 1, soapHeader: { Session: null } });
    expect(headerOf()).toBeUndefined();
  });

  test("of the same message are no part of the body", async () => {
    const request = `<part name="auth" element="m:Auth"/><part name="p" element="m:GetOrder"/>`;
    const own = `<soap:header message="tns:in" part="auth" use="literal"/>`;
    await (await connect(described({ schemas, request, headers: own })))({
      id: 1,
      soapHeader: { Auth: { token: null } },
    });
    expect(headerOf()).toBe(
      `<Auth xmlns="http://ex.org/messages"><token xmlns:xsi="${XSI}" xsi:nil="true"></token></Auth>`,
    );
    expect(sent()).toBe('<GetOrder xmlns="http://ex.org/messages"><id>1</id></GetOrder>');
  });

  test("are in the model", () => {
    const { element } = wsdl.convert({ text: "", syntax: "xml", document: xml.parse(text()) });
    expect(element.resources[0]?.model).toMatchObject({
      requestName: "GetOrderRequest",
      requestSwagger: {
        GetOrderRequest: { properties: { id: {}, soapHeader: { type: "GetOrderHeader" } } },
        GetOrderHeader: { properties: { Auth: { type: "Auth" }, Session: { type: "Session" } } },
      },
    });
  });

  test.each<[string, string, string]>([
    ["without a part", `<input><soap:header message="tns:none" part="auth"/>`, "auth"],
    ["of a response", `<output><soap:header message="tns:h" part="auth"/></output><input>`, "Auth"],
  ])("%s are a problem", (_, replacement, name) => {
    const document = xml.parse(
      described({ schemas, messages }).replace("<input><soap:body", `${replacement}<soap:body`),
    );
    const { operations } = wsdl.convert({ text: "", syntax: "xml", document });
    expect(operations[0]?.problems).toEqual([{ place: "GetOrder", message: expect.stringContaining(name) }]);
  });
});

describe("a fault", () => {
  const fault11 = (code: string, attributes = "") =>
    enveloped(`<s:Fault><faultcode>${code}</faultcode><faultstring${attributes}>No order</faultstring></s:Fault>`);
  const fault12 = (code: string, reasons: string) =>
    enveloped(`<s:Fault><s:Code><s:Value>${code}</s:Value></s:Code><s:Reason>${reasons}</s:Reason></s:Fault>`);
  const ENGLISH = `<s:Text xml:lang="en">No order</s:Text>`;

  test.each<[string, number, string, string]>([
    ["of the caller", 500, fault11("s:Client"), "badRequest"],
    ["with a language", 500, fault11("s:Client", ' xml:lang="en"'), "badRequest"],
    ["with the status 200", 200, fault11("s:Client.Order"), "badRequest"],
    ["with a code of its own", 500, fault11("MyServer"), "badRequest"],
    ["of the server", 500, fault11("s:Server"), "badGateway"],
    ["of the server with a sub-code", 200, fault11("Server.Timeout"), "badGateway"],
    ["with a status that says more", 403, fault11("s:Client"), "forbidden"],
    ["of the sender", 400, fault12("s:Sender", ENGLISH), "badRequest"],
    ["of the receiver", 500, fault12("s:Receiver", ENGLISH), "badGateway"],
    [
      "in several languages",
      500,
      fault12("s:Sender", `<s:Text xml:lang="de">Kein Auftrag</s:Text>${ENGLISH}`),
      "badRequest",
    ],
  ])("%s", async (_, code, body, kind) => {
    reply = { code, body };
    await expect((await connect())()).rejects.toMatchObject({ kind, message: "No order" });
  });

  test("without words", async () => {
    reply = { code: 500, body: enveloped("<s:Fault/>") };
    await expect((await connect())()).rejects.toMatchObject({ kind: "badRequest", message: "SOAP fault" });
  });
});
