import { type Json, textOf } from "./conversion.ts";
import { named } from "./soap-port.ts";
import type { SoapElement, SoapTypes } from "./soap-types.ts";
import { all, localName, namespaceOf, one } from "./xml-nodes.ts";

/**
 * The element that an operation has in the `Body`, or with RPC the operation itself. `abstract` is the input or output
 * of the port type, `concrete` that of the binding, which chooses among the parts.
 */
export function soapMessage(
  { root, types, namespace }: Scene,
  { abstract, concrete, standard }: { abstract: Json | undefined; concrete: Json | undefined; standard: string },
): SoapMessage {
  const message = named(root, "message", abstract?.["@message"]);
  const soapBody = one(concrete, "body");
  const chosen = textOf(soapBody?.["@parts"])?.split(/\s+/);
  const ofHeaders = new Set(headerParts(root, concrete).map((header) => header.part));
  const parts = all(message, "part").filter((part) =>
    chosen ? chosen.includes(String(part["@name"])) : !ofHeaders.has(part),
  );
  const part = parts.find((each) => textOf(each["@element"]) !== undefined);
  if (!part) return { ...types.ofParts(standard, textOf(soapBody?.["@namespace"]) ?? namespace, parts), others: [] };
  const others = parts.filter((other) => other !== part).map((other) => String(other["@name"]));
  return { ...elementOf(part, { root, types, namespace }, message), others };
}

/** An element, and the names of other parts of its message. */
type SoapMessage = SoapElement & { others: readonly string[] };

type Scene = { root: Json; types: SoapTypes; namespace: string };

function elementOf(part: Json, { root, types, namespace }: Scene, message: Json | undefined): SoapElement {
  const reference = String(part["@element"]);
  const scopes = [part, message, root];
  const unknown = { namespace: namespaceOf(reference, scopes) ?? namespace, isQualified: false, type: undefined };
  return types.element(reference, scopes) ?? { name: localName(reference), ...unknown };
}

type HeaderPart = { header: Json; message: Json | undefined; part: Json | undefined };

/** The parts of messages that a binding has in the header of the envelope. */
const headerParts = (root: Json, concrete: Json | undefined): HeaderPart[] =>
  all(concrete, "header").map((header) => {
    const message = named(root, "message", header["@message"]);
    return { header, message, part: all(message, "part").find((part) => part["@name"] === header["@part"]) };
  });

export type SoapHeader = SoapElement & {
  /** The name of its type. */
  reference: string;
};

/** The headers of a side of an operation, and `missing` ones, which no message has. */
export function soapHeaders(scene: Scene, concrete: Json | undefined): { headers: SoapHeader[]; missing: string[] } {
  const headers = new Map<string, SoapHeader>();
  const missing: string[] = [];
  for (const { header, message, part } of headerParts(scene.root, concrete)) {
    const namespace = textOf(header["@namespace"]) ?? scene.namespace;
    const plain = { name: String(part?.["@name"]), namespace, isQualified: false, type: undefined };
    const element = part?.["@element"] === undefined ? plain : elementOf(part, scene, message);
    const reference = textOf(part?.["@element"]) ?? textOf(part?.["@type"]) ?? "string";
    if (!part || headers.has(element.name)) missing.push(String(header["@part"] ?? header["@message"] ?? "header"));
    else headers.set(element.name, { ...element, reference });
  }
  return { headers: [...headers.values()], missing };
}
