import { type Call, Refusal, type Reply } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { COMPANIES } from "../data/names.ts";
import { many, moment } from "../data/random.ts";
import type { Row, Table } from "../data/table.ts";
import type { OpenProvider } from "../provider-type.ts";
import { messageSecurity } from "../soap/security.ts";
import { wsdl } from "../soap/wsdl.ts";
import { readXml, within, writeXml, type XmlElement } from "../soap/xml.ts";

const NAMESPACE = "urn:demo:warehouse";

/** Warehouse, shipments over SOAP 1.1: one URL, the operation is the first element of the body, signed messages. */
export const soap: OpenProvider = ({ table, now }) => {
  const shipments = table("soap", {
    name: "shipment",
    idField: "Id",
    rows: SHIPMENTS,
    idOf: (n) => `S-${n}`,
    required: ["Recipient"],
  });
  const check = messageSecurity(CREDENTIALS.soap, now);
  const operations = operationsOn(shipments);

  function perform({ text }: Call): Reply {
    const envelope = parsed(text);
    check(envelope);
    const request = within(envelope, "Body")?.children[0];
    const [, name = ""] = /^(\w+)Request$/.exec(request?.name ?? "") ?? [];
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!request || !operation)
      throw new Refusal(400, "soap:Client", `There is no operation ${name || request?.name}.`);
    return message(
      200,
      `<w:${name}Response xmlns:w="${NAMESPACE}">${writeXml(operation(request), "w:")}</w:${name}Response>`,
    );
  }

  return {
    title: "Warehouse",
    // The message itself authenticates its sender.
    guard: () => {},
    routes: [
      ["POST", "/shipments", perform],
      ["GET", "/shipments", ({ url, headers }) => xml(200, wsdl(`http://${headers.host}${url.pathname}`))],
    ],
    // SOAP 1.1 sends every Fault with status 500; authentication errors use 401 here.
    words: ({ status, code, message: words, headers }) => {
      const faultCode = code.includes(":") ? code : status < 500 ? "soap:Client" : "soap:Server";
      const fault = `<soap:Fault><faultcode>${faultCode}</faultcode>${writeXml({ faultstring: words, detail: { code } })}</soap:Fault>`;
      const reply = message(status === 401 || status === 429 ? status : 500, fault);
      return { ...reply, headers: { ...reply.headers, ...headers } };
    },
  };
};

const operationsOn = (shipments: Table): Record<string, (request: XmlElement) => unknown> => ({
  GetShipment: (request) => ({ Shipment: shipments.find(within(request, "Id")?.text) }),
  ListShipments: (request) => {
    const status = within(request, "Status")?.text;
    const [first, count] = [number(request, "Offset", 0), Math.min(number(request, "Limit", 50), 200)];
    const rows = shipments.rows().filter((row) => !status || row.Status === status);
    return { Shipments: { Shipment: rows.slice(first, first + count) }, Total: rows.length };
  },
  CreateShipment: (request) => ({ Shipment: shipments.add({ Status: "new", ...fields(within(request, "Shipment")) }) }),
  CancelShipment: (request) => ({ Shipment: shipments.change(within(request, "Id")?.text, { Status: "cancelled" }) }),
});

/** The XML below an element as a record; repeated elements become a list. */
function fields(element: XmlElement | undefined): Row {
  const row: Row = {};
  for (const child of element?.children ?? []) {
    const value = child.children.length > 0 ? fields(child) : child.text;
    const before = row[child.name];
    row[child.name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return row;
}

function number(request: XmlElement, name: string, otherwise: number): number {
  const text = within(request, name)?.text ?? "";
  return /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}

function parsed(text: string): XmlElement {
  try {
    return readXml(text);
  } catch (error) {
    throw new Refusal(400, "soap:Client", error instanceof Error ? error.message : "The message is not XML.");
  }
}

const message = (status: number, body: string): Reply =>
  xml(
    status,
    `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`,
  );

const xml = (status: number, text: string): Reply => ({
  status,
  headers: { "content-type": "text/xml; charset=utf-8" },
  raw: `<?xml version="1.0" encoding="utf-8"?>\n${text}`,
});

const SHIPMENTS: Row[] = many(90, 111, (n, { pick, int }) => ({
  Id: `S-${n}`,
  Recipient: pick(COMPANIES),
  Status: pick(["new", "packed", "sent", "delivered"]),
  WeightGrams: int(100, 30_000),
  Parcel: [
    { Sku: `SKU-${1000 + n}`, Quantity: int(1, 9) },
    { Sku: `SKU-${1001 + n}`, Quantity: int(1, 9) },
  ],
  CreatedAt: moment(n * 3),
}));
