import { isObject, type Json, refusedDocument } from "./conversion.ts";

const MOST_STEPS = 64;

export type Resolve = (value: unknown, place: string) => Json;

/** Resolves JSON pointers within the document. A reference to anything outside is refused, never fetched (I01). */
export function createResolve(document: Json): Resolve {
  return function resolve(value, place) {
    let found = value;
    for (let steps = 0; isObject(found) && "$ref" in found; steps++) {
      if (steps > MOST_STEPS) throw refusedDocument(place, "refers to itself.");
      const { $ref: reference } = found;
      if (typeof reference !== "string" || !reference.startsWith("#")) throw outside(place, reference);
      found = follow(document, reference);
      if (found === undefined)
        throw refusedDocument(place, `refers to ${reference.slice(0, 100)}, which is not there.`);
    }
    return isObject(found) ? found : {};
  };
}

/** The target of a pointer such as `#/components/schemas/Contact`; undefined if it does not exist. */
export function follow(document: Json, pointer: string): unknown {
  let found: unknown = document;
  for (const segment of pointer.slice(2).split("/")) {
    const name = decodePointer(segment);
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Json)[name];
  }
  return found;
}

export function decodePointer(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return segment;
  }
}

/** Refuses (badRequest) external references anywhere, so that no model contains one. */
export function requireLocalReferences(document: unknown): void {
  const way: string[] = [];
  visit(document);

  function visit(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      way.push(name);
      if (name === "$ref" && typeof inner === "string" && !inner.startsWith("#")) throw outside(way.join("."), inner);
      visit(inner);
      way.pop();
    }
  }
}

const outside = (place: string, reference: unknown) =>
  refusedDocument(
    place,
    `refers to something outside of the document (${String(reference).slice(0, 100)}). Bundle the description into one file.`,
  );
