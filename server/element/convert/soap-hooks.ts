import { postRequest } from "../hooks/types/post-request.ts";
import { preRequest } from "../hooks/types/pre-request.ts";
import type { SoapNamespaces } from "./soap-tables.ts";
import type { SoapElement } from "./soap-types.ts";
import type { SoapVersion } from "./soap-versions.ts";

type SoapOperation = {
  version: SoapVersion;
  request: SoapElement;
  headers: readonly SoapElement[];
  /** Null if every field has the namespace that it inherits. */
  namespaces: SoapNamespaces | null;
  /** The fields of the response that are lists, by type. */
  lists: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The field of a body that has the headers of the envelope. */
export const HEADER_FIELD = "soapHeader";

/**
 * The hooks of a SOAP operation: the body is wrapped in an envelope, which the codec writes as XML; the contents of the
 * response's `Body` are returned without prefixes, a fault as an error.
 */
export const soapHooks = (operation: SoapOperation) => [
  hook(preRequest.type, (operation.namespaces ? NAMED(operation.namespaces) : "") + pre(operation)),
  hook(postRequest.type, post(operation.lists)),
];

const hook = (type: string, body: string) => ({ type, mimeType: "application/javascript", isLegacy: false, body });

function pre({ version, request, headers, namespaces }: SoapOperation): string {
  const [root, ...roots] = namespaces?.roots ?? [];
  const body = headers.length > 0 ? "body" : "request_body_map";
  const written = headers.map((header, at) => {
    const value = `header[${JSON.stringify(header.name)}]`;
    return `        ...(isGiven(${value}) && ${wrapped(header, `fieldsOf(${value})`, roots[at])}),\n`;
  });
  return `${headers.length > 0 ? HEADERS : ""}done({
  request_vendor_body_map: {
    "soapenv:Envelope": {
      "@xmlns:soapenv": ${JSON.stringify(version.envelope)},
${headers.length > 0 ? `      ...(hasHeader && { "soapenv:Header": {\n${written.join("")}      } }),\n` : ""}      "soapenv:Body": ${wrapped(request, body, root)},
    },
  },
});
`;
}

const HEADERS = `const { ${HEADER_FIELD}, ...body } = request_body_map || {};
const header = ${HEADER_FIELD} || {};
const isGiven = (value) => value !== undefined && value !== null;
const hasHeader = Object.values(header).some(isGiven);
const fieldsOf = (value) => (typeof value === "object" ? value : { "#text": value });
`;

/** An element with its namespace around `fields`; with a root, the fields have namespaces of their own. */
function wrapped({ name, namespace, isQualified }: SoapElement, fields: string, root?: string): string {
  const isDefault = isQualified || namespace === "";
  const tag = isDefault ? name : `tns:${name}`;
  const declaration = isDefault ? "@xmlns" : "@xmlns:tns";
  const inherited = JSON.stringify(isDefault ? namespace : "");
  const inner = root === undefined ? fields : `named(${fields}, ${JSON.stringify(root)}, ${inherited})`;
  return `{ ${JSON.stringify(tag)}: { ${JSON.stringify(declaration)}: ${JSON.stringify(namespace)}, ...${inner} } }`;
}

/** Maps, since a field may be called like a method of objects. */
const mapsOf = (table: Readonly<Record<string, object>>): string =>
  `new Map(Object.entries(${JSON.stringify(table)}).map(([type, fields]) => [type, new Map(Object.entries(fields))]))`;

const NAMED = ({
  namespaces,
  types,
}: SoapNamespaces) => `// Each field with its namespace, its type, and whether it can be null, by type.
const namespaces = ${JSON.stringify(namespaces)};
const types = ${mapsOf(types)};
const nil = { "@xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "@xsi:nil": "true" };
const named = (value, type, inherited) => {
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => {
    if (/^[@#]/.test(name)) return [name, inner];
    const [at, own, isNillable] = types.get(type)?.get(name) ?? [];
    const namespace = at === undefined ? inherited : namespaces[at];
    const one = (each) => {
      const content = each === null && isNillable ? nil : named(each, own, namespace);
      if (namespace === inherited) return content;
      return { "@xmlns": namespace, ...(content !== null && typeof content === "object" ? content : { "#text": content }) };
    };
    return [name, Array.isArray(inner) ? inner.map(one) : one(inner)];
  }));
};
`;

const post = (lists: SoapOperation["lists"]) => `// The fields that are lists, by type.
const types = ${mapsOf(lists)};
const plain = (value, type) => {
  if (Array.isArray(value)) return value.map((each) => plain(each, type));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([name]) => !/^@xmlns(:|$)/.test(name));
  if (entries.some(([name, text]) => /^@[^:]+:nil$/.test(name) && /^\\s*(true|1)\\s*$/.test(text))) return null;
  const content = entries.filter(([name]) => !/^@[^:]+:(nil|type)$/.test(name));
  if (content.length === 1 && content[0][0] === "#text") return content[0][1];
  const fields = new Map();
  for (const [name, inner] of entries) {
    const local = name.replace(/^[^@:]+:/, "");
    const of = types.get(type)?.get(local) ?? "";
    const next = plain(inner, of.replace("[]", ""));
    if (fields.has(local)) fields.set(local, [].concat(fields.get(local), next));
    else fields.set(local, of.endsWith("[]") ? [].concat(next) : next);
  }
  return Object.fromEntries(fields);
};
const inside = (value, name) => {
  const found = Object.entries(value || {}).find(([tag]) => tag.replace(/^[^@:]+:/, "") === name);
  return found && found[1];
};
const textOf = (value) => {
  const texts = [].concat(value).filter(Boolean);
  const text = texts.find((each) => /^en/i.test(each["@xml:lang"])) || texts[0];
  return String((text && typeof text === "object" ? text["#text"] : text) || "").trim();
};
const isParsed = response_body !== null && typeof response_body === "object";
const envelope = isParsed ? inside(response_body, "Envelope") : undefined;
const body = plain(inside(envelope, "Body"), "Body");
const elements = Object.entries(body && typeof body === "object" ? body : {}).filter(([name]) => !/^[@#]/.test(name));
const fault = elements.find(([name]) => name === "Fault");
if (fault) {
  const { faultcode, faultstring, Code, Reason } = fault[1] || {};
  const code = textOf(faultcode) || textOf(Code && Code.Value);
  const status = /^(.*:)?(Server|Receiver)(\\.|$)/.test(code) ? 502 : 400;
  done({
    response_status_code: response_status_code > 400 && response_status_code !== 500 ? response_status_code : status,
    response_error: textOf(faultstring) || textOf(Reason && Reason.Text) || "SOAP fault",
  });
} else if (envelope === undefined && (response_body || response_iserror)) {
  done({});
} else {
  done({ response_body: (elements.length > 1 ? Object.fromEntries(elements) : (elements[0] || [])[1]) || {} });
}
`;
