import { type Json, textOf } from "./conversion.ts";
import { named } from "./soap-port.ts";
import type { SoapElement, SoapTypes } from "./soap-types.ts";
import { all, localName, namespaceOf, one } from "./xml-nodes.ts";

/**
 * The element that an operation has in the `Body`, or with RPC the operation itself. `abstract` is the input or output
 * of the port type, `concrete` that of the binding, which chooses among the parts.
 */
export function soapMessage(
  { root, types, namespace }: { root: Json; types: SoapTypes; namespace: string },
  { abstract, concrete, standard }: { abstract: Json | undefined; concrete: Json | undefined; standard: string },
): SoapElement {
  const message = named(root, "message", abstract?.["@message"]);
  const soapBody = one(concrete, "body");
  const chosen = textOf(soapBody?.["@parts"])?.split(/\s+/);
  const parts = all(message, "part").filter((part) => !chosen || chosen.includes(String(part["@name"])));
  const part = parts.find((each) => textOf(each["@element"]) !== undefined);
  if (!part) return types.ofParts(standard, textOf(soapBody?.["@namespace"]) ?? namespace, parts);
  const reference = String(part["@element"]);
  const scopes = [part, message, root];
  const unknown = { namespace: namespaceOf(reference, scopes) ?? namespace, isQualified: false, type: undefined };
  return types.element(reference, scopes) ?? { name: localName(reference), ...unknown };
}
