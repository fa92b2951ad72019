const OPERATIONS = {
  GetShipment: { request: { Id: "xsd:string" }, response: { Shipment: "w:Shipment" } },
  ListShipments: {
    request: { Status: "xsd:string", Offset: "xsd:int", Limit: "xsd:int" },
    response: { Shipments: "w:Shipments", Total: "xsd:int" },
  },
  CreateShipment: { request: { Shipment: "w:Shipment" }, response: { Shipment: "w:Shipment" } },
  CancelShipment: { request: { Id: "xsd:string" }, response: { Shipment: "w:Shipment" } },
} as const;

/** The WSDL of the shipments service at `address`. */
export const wsdl = (
  address: string,
): string => `<wsdl:definitions name="Warehouse" targetNamespace="urn:demo:warehouse"
  xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:w="urn:demo:warehouse">
  <wsdl:types><xsd:schema targetNamespace="urn:demo:warehouse" elementFormDefault="qualified">
    ${type("Parcel", field("Sku", "xsd:string") + field("Quantity", "xsd:int"))}
    ${type(
      "Shipment",
      ["Id", "Recipient", "Status", "CreatedAt"].map((name) => field(name, "xsd:string")).join("") +
        field("WeightGrams", "xsd:int") +
        field("Parcel", "w:Parcel", true),
    )}
    ${type("Shipments", field("Shipment", "w:Shipment", true))}
    ${each((name, { request, response }) => element(`${name}Request`, request) + element(`${name}Response`, response))}
  </xsd:schema></wsdl:types>
  ${each((name) => wsdlMessage(`${name}Request`) + wsdlMessage(`${name}Response`))}
  <wsdl:portType name="Shipments">${each(
    (name) =>
      `<wsdl:operation name="${name}"><wsdl:input message="w:${name}Request"/><wsdl:output message="w:${name}Response"/></wsdl:operation>`,
  )}</wsdl:portType>
  <wsdl:binding name="ShipmentsSoap" type="w:Shipments">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each(
      (name) =>
        `<wsdl:operation name="${name}"><soap:operation soapAction="urn:demo:warehouse#${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
    )}
  </wsdl:binding>
  <wsdl:service name="Warehouse"><wsdl:port name="Shipments" binding="w:ShipmentsSoap"><soap:address location="${address}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

type Operation = { request: Record<string, string>; response: Record<string, string> };

const each = (write: (name: string, operation: Operation) => string): string =>
  Object.entries<Operation>(OPERATIONS)
    .map(([name, operation]) => write(name, operation))
    .join("");

const field = (name: string, type: string, isList = false): string =>
  `<xsd:element name="${name}" type="${type}" minOccurs="0"${isList ? ' maxOccurs="unbounded"' : ""}/>`;

const type = (name: string, content: string): string =>
  `<xsd:complexType name="${name}"><xsd:sequence>${content}</xsd:sequence></xsd:complexType>`;

const element = (name: string, fields: Record<string, string>): string =>
  `<xsd:element name="${name}"><xsd:complexType><xsd:sequence>${Object.entries(fields)
    .map(([inner, innerType]) => field(inner, innerType))
    .join("")}</xsd:sequence></xsd:complexType></xsd:element>`;

const wsdlMessage = (name: string): string =>
  `<wsdl:message name="${name}"><wsdl:part name="parameters" element="w:${name}"/></wsdl:message>`;
