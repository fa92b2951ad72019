import { isObject, type Json, textOf } from "./conversion.ts";
import { SOAP_11, SOAP_VERSIONS, type SoapVersion } from "./soap-versions.ts";
import { all, localName, namespaceOf, one } from "./xml-nodes.ts";

type Candidate = { service?: Json; port?: Json; binding: Json | undefined };

export type SoapPort = {
  service: Json | undefined;
  address: string;
  binding: Json | undefined;
  portType: Json | undefined;
  version: SoapVersion;
};

/** The port of a WSDL that is called: the first of the best version of SOAP, also if other protocols come before. */
export function soapPort(root: Json): SoapPort {
  const ports = all(root, "service").flatMap((service) => all(service, "port").map((port) => ({ service, port })));
  const bound = ports.map((each) => ({ ...each, binding: named(root, "binding", each.port["@binding"]) }));
  const unbound = all(root, "binding").map((binding) => ({ binding }));
  const candidates: Candidate[] = bound.some(({ binding }) => binding) ? bound : [...bound, ...unbound];
  const best = SOAP_VERSIONS.flatMap((version) => {
    const found = candidates.find(({ binding }) => versionNamespace(binding, root) === version.binding);
    return found ? [{ found, version }] : [];
  })[0];
  const { service, port, binding }: Partial<Candidate> = best?.found ?? candidates[0] ?? {};
  const chosen = binding ?? one(root, "binding");
  return {
    service: service ?? one(root, "service"),
    address: textOf(one(port ?? ports[0]?.port, "address")?.["@location"]) ?? "",
    binding: chosen,
    portType: named(root, "portType", chosen?.["@type"]) ?? one(root, "portType"),
    version: best?.version ?? SOAP_11,
  };
}

/** The namespace of the extension that says by which protocol the binding is called. */
function versionNamespace(binding: Json | undefined, root: Json): string | undefined {
  const [tag, extension] = Object.entries(binding ?? {}).find(([name]) => localName(name) === "binding") ?? [];
  if (tag === undefined) return undefined;
  return namespaceOf(tag, [isObject(extension) ? extension : undefined, binding, root]);
}

/** The definition that a reference names. */
export const named = (root: Json, tag: string, reference: unknown): Json | undefined =>
  all(root, tag).find((candidate) => candidate["@name"] === localName(textOf(reference) ?? ""));
