const CONTACT = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    friends: { type: "array", items: { $ref: "#/components/schemas/Contact" } },
  },
};

const OPENAPI = {
  openapi: "3.1.0",
  info: { title: "People", version: "1" },
  servers: [{ url: "https://{region}.example.com/v1", variables: { region: { default: "eu" } } }],
  security: [{ key: [] }],
  paths: {
    "/contacts/{id}": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: {
        operationId: "getContact",
        parameters: [{ name: "page", in: "query", schema: { type: "integer" } }],
        responses: {
          200: {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Contact" } } },
          },
        },
      },
      put: {
        requestBody: {
          content: { "application/json": { schema: { allOf: [{ $ref: "#/components/schemas/Contact" }] } } },
        },
        responses: {},
      },
    },
  },
  components: {
    parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "string" } } },
    schemas: { Contact: CONTACT },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
};

const SWAGGER = {
  swagger: "2.0",
  info: { title: "People" },
  host: "example.com",
  basePath: "/v1",
  schemes: ["https"],
  paths: {
    "/contacts": {
      post: {
        parameters: [{ name: "body", in: "body", schema: { $ref: "#/definitions/Contact" } }],
        responses: { 201: { schema: { type: "array", items: { $ref: "#/definitions/Contact" } } } },
      },
    },
  },
  definitions: { Contact: { type: "object", properties: { id: { type: "string" } } } },
};

const YAML = `openapi: 3.0.0
info: &info {title: People, version: "1"}
x-info: *info
servers:
  - url: https://example.com
paths:
  /contacts:
    get:
      summary: |
        All of them
      responses: {"200": {description: ok}}
`;

const POSTMAN = {
  info: { name: "People", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  variable: [{ key: "base", value: "https://example.com" }],
  item: [
    {
      name: "Contacts",
      item: [
        {
          name: "Create",
          request: {
            method: "POST",
            url: { raw: "{{base}}/contacts/:id?x=1", path: ["contacts", ":id"], query: [{ key: "x", value: "1" }] },
            header: [{ key: "Content-Type", value: "application/json" }],
            body: { mode: "raw", raw: '{"name":"Ada"}' },
          },
          response: [{ code: 200, body: '[{"id":1}]' }],
        },
      ],
    },
  ],
};

const HAR = {
  log: {
    version: "1.2",
    entries: [
      {
        request: {
          method: "GET",
          url: "https://example.com/contacts?page=1",
          headers: [{ name: "Accept", value: "*/*" }],
          queryString: [{ name: "page", value: "1" }],
        },
        response: { status: 200, headers: [], content: { mimeType: "application/json", text: '{"items":[{"id":1}]}' } },
      },
    ],
  },
};

const CURL = `curl -X POST 'https://example.com/contacts?x=1' \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name":"Ada"}'
curl -u user:pass https://example.com/contacts/1 -F file=@x.csv`;

const WSDL = `<?xml version="1.0"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:tns="urn:stock" xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:stock">
  <wsdl:types><xsd:schema targetNamespace="urn:stock" elementFormDefault="qualified">
    <xsd:element name="GetQuote"><xsd:complexType><xsd:sequence>
      <xsd:element name="symbol" type="xsd:string"/><xsd:element name="of" type="tns:Of" maxOccurs="unbounded"/>
    </xsd:sequence></xsd:complexType></xsd:element>
    <xsd:complexType name="Of"><xsd:sequence><xsd:element name="of" type="tns:Of" minOccurs="0"/></xsd:sequence></xsd:complexType>
  </xsd:schema></wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="tns:GetQuote"/></wsdl:message>
  <wsdl:portType name="Port"><wsdl:operation name="GetQuote"><wsdl:input message="tns:In"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="Binding" type="tns:Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="GetQuote"><soap:operation soapAction="urn:stock#GetQuote"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input></wsdl:operation></wsdl:binding>
  <wsdl:service name="Stock"><wsdl:port name="Port" binding="tns:Binding"><soap:address location="https://example.com/stock"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

/** Small files of each format that elements are made of. */
export const DESCRIPTIONS: Readonly<Record<string, readonly string[]>> = {
  OpenAPI: [OPENAPI, SWAGGER].map((document) => JSON.stringify(document)),
  YAML: [YAML],
  Postman: [JSON.stringify(POSTMAN)],
  HAR: [JSON.stringify(HAR)],
  cURL: [CURL],
  WSDL: [WSDL],
  "a response": ['[{"id":1,"name":"Ada","tags":["a"],"address":{"city":"Paris"}}]'],
};
