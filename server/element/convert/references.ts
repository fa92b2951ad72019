import { isObject, type Json, refusedDocument } from "./conversion.ts";

const DEEPEST = 64;

/** Resolves a JSON pointer within the document. A reference to anything outside is refused, never fetched (I01). */
export function createResolve(document: Json) {
  return function resolve(value: unknown, path: string): Json {
    let found = value;
    for (let steps = 0; isObject(found) && "$ref" in found; steps++) {
      if (steps > DEEPEST) throw refusedDocument(path, "refers to itself.");
      found = follow(document, found.$ref, path);
    }
    return isObject(found) ? found : {};
  };
}

function follow(document: Json, reference: unknown, path: string): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#/"))
    throw refusedDocument(path, `refers to something outside of the document (${String(reference).slice(0, 100)}).`);
  let found: unknown = document;
  for (const segment of reference.slice(2).split("/")) {
    const name = decode(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  if (found === undefined) throw refusedDocument(path, `refers to ${reference.slice(0, 100)}, which is not there.`);
  return found;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Refuses (badRequest) references to the outside wherever they are, so that none is left in a model, and bad names. */
export function requireLocalReferences(value: unknown, path = "", levels = DEEPEST): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw refusedDocument(path, `is nested deeper than ${DEEPEST} levels.`);
  for (const [name, inner] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    if (name === "__proto__") throw refusedDocument(at, "is not an allowed name.");
    if (name === "$ref" && typeof inner === "string" && !inner.startsWith("#"))
      throw refusedDocument(at, `refers to something outside of the document (${inner.slice(0, 100)}).`);
    requireLocalReferences(inner, at, levels - 1);
  }
}
