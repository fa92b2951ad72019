import { postRequest } from "../hooks/types/post-request.ts";
import { preRequest } from "../hooks/types/pre-request.ts";
import type { SoapNamespaces } from "./soap-tables.ts";
import type { SoapElement } from "./soap-types.ts";
import type { SoapVersion } from "./soap-versions.ts";

type SoapOperation = {
  version: SoapVersion;
  request: SoapElement;
  /** Null if every field has the namespace that it inherits. */
  namespaces: SoapNamespaces | null;
  /** The fields of the response that are lists, by type. */
  lists: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/**
 * The hooks of a SOAP operation: the body is wrapped in an envelope, which the codec writes as XML; the contents of the
 * response's `Body` are returned without prefixes, a fault as an error.
 */
export const soapHooks = ({ version, request, namespaces, lists }: SoapOperation) => [
  hook(
    preRequest.type,
    namespaces ? NAMED(namespaces) + pre(version, request, namespaces.root) : pre(version, request),
  ),
  hook(postRequest.type, post(lists)),
];

const hook = (type: string, body: string) => ({ type, mimeType: "application/javascript", isLegacy: false, body });

/** With a root, its fields have namespaces of their own. */
function pre({ envelope }: SoapVersion, { name, namespace, isQualified }: SoapElement, root?: string): string {
  const isDefault = isQualified || namespace === "";
  const tag = isDefault ? name : `tns:${name}`;
  const declaration = isDefault ? "@xmlns" : "@xmlns:tns";
  const inherited = JSON.stringify(isDefault ? namespace : "");
  const fields =
    root === undefined ? "request_body_map" : `named(request_body_map, ${JSON.stringify(root)}, ${inherited})`;
  return `done({
  request_vendor_body_map: {
    "soapenv:Envelope": {
      "@xmlns:soapenv": ${JSON.stringify(envelope)},
      "soapenv:Body": {
        ${JSON.stringify(tag)}: { ${JSON.stringify(declaration)}: ${JSON.stringify(namespace)}, ...${fields} },
      },
    },
  },
});
`;
}

/** Maps, since a field may be called like a method of objects. */
const mapsOf = (table: Readonly<Record<string, object>>): string =>
  `new Map(Object.entries(${JSON.stringify(table)}).map(([type, fields]) => [type, new Map(Object.entries(fields))]))`;

const NAMED = ({ namespaces, types }: SoapNamespaces) => `// Each field with its namespace and type, by type.
const namespaces = ${JSON.stringify(namespaces)};
const types = ${mapsOf(types)};
const named = (value, type, inherited) => {
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => {
    const [at, own] = types.get(type)?.get(name) ?? [];
    const namespace = at === undefined ? inherited : namespaces[at];
    const one = (each) => {
      const content = named(each, own, namespace);
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
