import type { CatalogElement } from "../definition.ts";
import { dateTime, groups, text, whole } from "../fields.ts";
import { type Kind, objectOf, received, sent } from "../kind.ts";
import {
  always,
  configurationEntry,
  configured,
  endpoint,
  pages,
  parameter,
  postRequest,
  preRequest,
  provesAccess,
} from "../parts.ts";
import { PROVIDER_URL } from "./provider-url.ts";

const shipment: Kind = {
  one: "shipment",
  many: "shipments",
  vendorName: "Shipment",
  id: "Id",
  created: "CreatedAt",
  search: ["Status"],
  required: ["Recipient"],
  readOnly: ["Status"],
  fields: {
    Id: text("Id of the shipment"),
    Recipient: text("Who gets it"),
    Status: text("new, packed, sent, delivered or cancelled"),
    WeightGrams: whole("Weight in grams"),
    Parcel: groups("What is in it", { Sku: text("Number of the item"), Quantity: whole("How many") }),
    CreatedAt: dateTime("When it was made"),
  },
};

/**
 * Puts the body into a signed envelope: a UsernameToken with an HMAC of the password over nonce and time, and a
 * signature over the body in its canonical form, `<name>…</name>` without prefixes and attributes.
 */
const envelope = preRequest(`
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const plain = (name) => name.split(':').pop();
const canonical = (value) => value === null || typeof value !== 'object'
  ? escaped(String(value === null || value === undefined ? '' : value).trim())
  : Object.keys(value)
    .filter((name) => name.charAt(0) !== '@')
    .map((name) => [].concat(value[name])
      .map((each) => '<' + plain(name) + '>' + canonical(each) + '</' + plain(name) + '>')
      .join(''))
    .join('');

const body = request_vendor_body_map;
const created = new Date().toISOString();
const nonce = CE.b64(CE.randomString() + CE.randomString());
done({
  request_vendor_body: {
    'soap:Envelope': {
      '@xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
      '@xmlns:wsse': 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd',
      'soap:Header': {
        'wsse:Security': {
          'wsse:UsernameToken': {
            'wsse:Username': configuration.username,
            'wsse:Nonce': nonce,
            'wsse:Created': created,
            'wsse:Password': CE.hmacSha1Base64(configuration.password, nonce + created),
          },
          'wsse:Signature': {
            'wsse:SignatureValue': CE.hmacSha256Base64(
              configuration['soap.signing.key'],
              created + '<Body>' + canonical(body) + '</Body>',
            ),
          },
        },
      },
      'soap:Body': body,
    },
  },
});
`);

/** Extracts the body from the envelope, without prefixes and attributes; a Fault becomes an error. */
const body = postRequest(`
const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  const fields = {};
  Object.keys(value).filter((name) => name.charAt(0) !== '@').forEach((name) => {
    fields[name.split(':').pop()] = plain(value[name]);
  });
  return Object.keys(fields).join() === '#text' ? fields['#text'] : fields;
};
const parsed = response_body && typeof response_body === 'object' ? plain(response_body) : {};
const content = (parsed.Envelope || parsed).Body || {};
const fault = content.Fault;
const code = fault && fault.detail && fault.detail.code;
const statuses = { not_found: 404, required: 400, already_exists: 409 };
done(fault
  ? { response_status_code: statuses[code] || (response_status_code === 500 ? 400 : response_status_code), response_error: fault.faultstring }
  : { response_body: content });
`);

const names = { id: "The id of the shipment" };
const operation = (name: string) => always(`urn:demo:warehouse#${name}`, "header", "SOAPAction");

export const demosoap: CatalogElement = {
  key: "demosoap",
  name: "Warehouse (demo)",
  hub: "erp",
  description: "Shipments over SOAP for trying out the product: JSON requests become signed XML messages.",
  authentication: { type: "custom" },
  elementMetadata: { api: { type: "soap", contentType: "text/xml" } },
  configuration: configured(
    "custom",
    { "base.url": `${PROVIDER_URL}/soap`, "pagination.type": "offset", "pagination.max": "200" },
    [
      configurationEntry("username", "User name", "The user name at the warehouse"),
      configurationEntry("password", "Password", "The password; only an HMAC of it is sent", { type: "PASSWORD" }),
      configurationEntry("soap.signing.key", "Signing key", "The key that messages are signed with", {
        type: "PASSWORD",
      }),
    ],
  ),
  parameters: [always("text/xml; charset=utf-8", "header", "Content-Type"), always("text/xml", "header", "Accept")],
  hooks: [envelope, body],
  resources: [
    provesAccess("POST /shipments", {
      parameters: [operation("ListShipments"), always("1", "bodyField", "ListShipmentsRequest.Limit")],
    }),
    endpoint("GET /shipments", "POST /shipments", "List shipments", {
      rootKey: "ListShipmentsResponse.Shipments.Shipment[*]",
      parameters: [
        operation("ListShipments"),
        parameter("query", "status", "bodyField", "ListShipmentsRequest.Status", "Only shipments with this status"),
        ...pages("ListShipmentsRequest.Offset", "ListShipmentsRequest.Limit").map((each) => ({
          ...each,
          vendorType: "bodyField" as const,
        })),
      ],
      lists: received(shipment),
    }),
    endpoint("GET /shipments/{id}", "POST /shipments", "Read a shipment", {
      rootKey: "GetShipmentResponse.Shipment",
      parameters: [
        operation("GetShipment"),
        parameter("path", "id", "bodyField", "GetShipmentRequest.Id", names.id, { required: true }),
      ],
      returns: received(shipment),
    }),
    endpoint("POST /shipments", "POST /shipments", "Create a shipment", {
      rootKey: "CreateShipmentResponse.Shipment",
      requestRootKey: "CreateShipmentRequest.Shipment",
      parameters: [operation("CreateShipment")],
      takes: sent(shipment),
      returns: received(shipment),
    }),
    endpoint("DELETE /shipments/{id}", "POST /shipments", "Cancel a shipment", {
      rootKey: "CancelShipmentResponse.Shipment",
      parameters: [
        operation("CancelShipment"),
        parameter("path", "id", "bodyField", "CancelShipmentRequest.Id", names.id, { required: true }),
      ],
      returns: received(shipment),
    }),
  ],
  objects: [objectOf(shipment)],
};
