import { isObject, type Json, listOf, refusedDocument, textOf } from "./conversion.ts";
import { decodePointer, follow } from "./references.ts";

const DEEPEST = 40;
const MOST_SCHEMAS = 2_000_000;
const MOST_FIELDS = 2000;
/** A definition is sent as one body of at most 8 MB. */
const MOST_BYTES = 5 * 1024 * 1024;

/** The schemas that are reachable from one, itself first, and their size. */
type Closure = { names: ReadonlySet<string>; bytes: number };
type Plain = { schema: Json; references: string[]; bytes: number };
/** The fields of a schema that describes an object, however it is composed. */
type Fields = { properties: Map<string, unknown>; required: Set<string>; alternatives: string[] };

export type Model = { name: string; swagger: Json };
export type Models = ReturnType<typeof createModels>;

/**
 * Builds the models of operations (spec §2.9) from the schemas of one document. Named schemas refer to each other by
 * name, so that recursive ones appear once. `allOf` of objects is one object with the fields of all; of alternatives
 * (`oneOf`, `anyOf`) it has the fields of each, of which those are required that all require.
 */
export function createModels(document: Json) {
  const named = schemasOf(document);
  const sources = new Map<string, unknown>(Object.entries(named).map(([name, schema]) => [ownName(name), schema]));
  const hoisted = new Map<object, string>();
  const plains = new Map<string, Plain>();
  const fieldsByName = new Map<string, Fields | undefined>();
  const built: Model[] = [];
  const missing = new Set<string>();
  let schemas = 0;

  return {
    /** The schema behind references. */
    open,
    fieldsOf: (schema: unknown) => fieldsOf(schema, DEEPEST),
    /** A model with this `name`, or with that of its named schema; filled by `finish`. */
    model(name: string, schema: unknown): Model {
      const reference = isObject(schema) ? referenceIn(schema) : undefined;
      const model: Model = { name: reference ?? unique(name, schema), swagger: {} };
      built.push(model);
      return model;
    },
    /**
     * Fills the models with the schemas that they lead to. Where all of them are too large together, each has what is
     * nearest to it. Answers how many were cut, and the references that lead nowhere.
     */
    finish(): { cut: number; missing: string[] } {
      const closures = new Map<string, Closure>();
      for (const { name } of built) if (!closures.has(name)) closures.set(name, closureOf(name));
      const closed = built.map((model) => ({ model, closure: closures.get(model.name) as Closure }));
      const most = shareOf(closed.map(({ closure }) => closure.bytes));
      let cut = 0;
      for (const { model, closure } of closed) if (fill(model, closure, most)) cut++;
      return { cut, missing: [...missing] };
    },
  };

  function unique(name: string, schema: unknown): string {
    let own = ownName(name);
    for (let count = 2; sources.has(own) && sources.get(own) !== schema; count++) own = `${ownName(name)}${count}`;
    sources.set(own, schema);
    return own;
  }

  function closureOf(root: string): Closure {
    const names = new Set([root]);
    let bytes = 0;
    for (const name of names) {
      const plain = plainOf(name);
      bytes += plain.bytes;
      for (const reference of plain.references) names.add(reference);
    }
    return { names, bytes };
  }

  /** Nearest first: a set keeps the order in which names were met. Of the schema that is cut stay the first fields. */
  function fill(model: Model, { names, bytes: size }: Closure, most: number): boolean {
    const isCut = size > most;
    let room = most;
    for (const name of names) {
      const { schema, bytes, references } = plainOf(name);
      const needed = isCut ? bytes + stubBytes(references) : 0;
      model.swagger[name] = { id: name, ...(needed > room ? firstFields(schema, room) : schema) };
      if (needed > room) break;
      room -= needed;
    }
    if (isCut)
      for (const definition of Object.values(model.swagger))
        for (const reference of referencesIn(definition))
          model.swagger[reference] ??= { id: reference, type: "object" };
    return isCut;
  }

  /** As many of its fields as fit. */
  function firstFields({ properties, required, ...schema }: Json, most: number): Json {
    let room = most - JSON.stringify(schema).length;
    if (room < 0) return { type: "unknown" };
    const fields: [string, unknown][] = [];
    for (const [name, field] of Object.entries(isObject(properties) ? properties : {})) {
      room -= name.length + JSON.stringify(field).length + stubBytes(referencesIn(field));
      if (room < 0) break;
      fields.push([name, field]);
    }
    return isObject(properties) ? { ...schema, properties: Object.fromEntries(fields) } : schema;
  }

  function referencesIn(value: unknown): string[] {
    if (!isObject(value)) return [];
    const { type, items, properties, additionalProperties } = value;
    return [
      ...(typeof type === "string" && sources.has(type) ? [type] : []),
      ...[items, additionalProperties, ...Object.values(isObject(properties) ? properties : {})].flatMap(referencesIn),
    ];
  }

  function plainOf(name: string): Plain {
    const known = plains.get(name);
    if (known) return known;
    const references: string[] = [];
    const schema = plain(sources.get(name), { name, references, levels: DEEPEST });
    const created = { schema, references, bytes: JSON.stringify(schema).length + name.length + 12 };
    plains.set(name, created);
    return created;
  }

  function plain(schema: unknown, at: { name: string; references: string[]; levels: number }): Json {
    if (++schemas > MOST_SCHEMAS) throw refusedDocument("", `has more than ${MOST_SCHEMAS} schemas. Split it.`);
    if (!isObject(schema) || at.levels === 0) return { type: "unknown" };
    const reference = referenceIn(schema);
    if (reference !== undefined) {
      at.references.push(reference);
      return { type: reference, ...(isNullable(schema) && { "x-nullable": true }) };
    }
    if (isComposed(schema)) return at.levels === DEEPEST ? composed(schema, at) : hoist(schema, at);
    const inner = (value: unknown, name: string) => plain(value, { ...at, name, levels: at.levels - 1 });
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : undefined;
    const items = schema.items ?? listOf(schema.prefixItems)[0];
    return {
      ...words(schema),
      ...(items !== undefined && { items: inner(items, `${at.name}Item`) }),
      ...(properties && { properties: mapped(properties, (value, field) => inner(value, at.name + capital(field))) }),
      ...(isObject(schema.additionalProperties) && {
        type: "object",
        additionalProperties: inner(schema.additionalProperties, `${at.name}Value`),
      }),
    };
  }

  /** A nested composition gets its own name, so that it appears once however often it is used. */
  function hoist(schema: Json, at: { name: string; references: string[] }): Json {
    const name = hoisted.get(schema) ?? unique(at.name, schema);
    hoisted.set(schema, name);
    at.references.push(name);
    return { type: name };
  }

  function composed(schema: Json, at: { name: string; references: string[]; levels: number }): Json {
    const fields = fieldsOf(schema, DEEPEST);
    const { description, title } = schema;
    const own = { ...(textOf(description) && { description }), ...(textOf(title) && { title }) };
    const nullable = isNullable(schema) && { "x-nullable": true };
    if (!fields || fields.properties.size > MOST_FIELDS) {
      const parts = [schema.allOf, schema.oneOf, schema.anyOf].flatMap(listOf).filter((part) => part.type !== "null");
      const kinds = new Set(parts.map((part) => String(open(part).type)));
      const [first] = parts;
      // Texts of several kinds are text; any other ambiguity is unknown.
      return kinds.size === 1 && first && !isComposed(open(first))
        ? { ...plain(merged(parts), { ...at, levels: at.levels - 1 }), ...own, ...nullable }
        : { type: "unknown", ...own, ...nullable };
    }
    const required = [...fields.required].filter((name) => fields.properties.has(name));
    return {
      ...own,
      ...nullable,
      ...(fields.alternatives.length > 0 && { "x-oneOf": fields.alternatives }),
      ...(required.length > 0 && { required }),
      properties: mapped([...fields.properties], (value, field) =>
        plain(value, { ...at, name: at.name + capital(field), levels: at.levels - 1 }),
      ),
    };
  }

  /** Narrowing parts of one simple type; the list of an enumeration is that of all parts. */
  function merged(parts: Json[]): Json {
    const opened = parts.map(open);
    const values = opened.flatMap((part) => (Array.isArray(part.enum) ? part.enum : []));
    return { ...Object.assign({}, ...opened), ...(values.length > 0 && { enum: [...new Set(values)] }) };
  }

  function fieldsOf(schema: unknown, levels: number): Fields | undefined {
    if (!isObject(schema) || levels === 0) return undefined;
    const reference = referenceIn(schema);
    if (reference !== undefined) {
      if (fieldsByName.has(reference)) return fieldsByName.get(reference);
      // A recursive schema adds nothing to itself.
      fieldsByName.set(reference, { properties: new Map(), required: new Set(), alternatives: [] });
      const found = fieldsOf(sources.get(reference), levels - 1);
      fieldsByName.set(reference, found);
      return found;
    }
    const own = ownFields(schema);
    const parts = [own, ...listOf(schema.allOf).map((part) => (isTypeless(part) ? own : fieldsOf(part, levels - 1)))];
    const others = [schema.oneOf, schema.anyOf].map((list) => listOf(list).filter((part) => !isNull(part)));
    for (const list of others) if (list.length > 0) parts.push(either(list, levels - 1));
    if (parts.includes(undefined)) return undefined;
    const isObjects = own.properties.size > 0 || isComposed(schema) || isObjectType(schema);
    return isObjects ? all(parts as Fields[]) : undefined;
  }

  /** The fields of every alternative; alternatives that only list required fields describe no fields. */
  function either(list: readonly Json[], levels: number): Fields | undefined {
    if (list.every(isTypeless)) return { properties: new Map(), required: new Set(), alternatives: [] };
    const options = list.map((part) => fieldsOf(part, levels));
    if (options.includes(undefined)) return undefined;
    const known = options as Fields[];
    const { properties } = all(known);
    const [first, ...rest] = known.map(({ required }) => required);
    const required = new Set([...(first ?? [])].filter((name) => rest.every((other) => other.has(name))));
    const alternatives = list.flatMap((part) => referenceIn(part) ?? []);
    return { properties, required, alternatives: list.length > 1 ? alternatives : [] };
  }

  function all(parts: readonly Fields[]): Fields {
    const properties = new Map<string, unknown>();
    for (const part of parts)
      for (const [field, value] of part.properties) {
        const before = properties.get(field);
        properties.set(field, before === undefined ? value : both(before, value));
      }
    if (properties.size > MOST_FIELDS * 10) throw refusedDocument("", "has schemas with more than 20,000 fields.");
    return {
      properties,
      required: new Set(parts.flatMap(({ required }) => [...required])),
      alternatives: parts.flatMap(({ alternatives }) => alternatives),
    };
  }

  /** A field that two parts describe: the later part narrows the earlier; a part that is no more than a name loses. */
  function both(before: unknown, after: unknown): unknown {
    if (before === after || !isObject(after) || isTypeless(after)) return before;
    if (!isObject(before) || referenceIn(after) !== undefined || isComposed(after)) return after;
    if (referenceIn(before) !== undefined) return after.properties ? after : before;
    return { ...before, ...after, ...joined(before, after) };
  }

  function joined(before: Json, after: Json): Json {
    if (!isObject(before.properties) || !isObject(after.properties)) return {};
    return { properties: { ...before.properties, ...after.properties } };
  }

  function open(schema: unknown): Json {
    let found = schema;
    for (let steps = 0; isObject(found) && steps < DEEPEST; steps++) {
      const reference = referenceIn(found);
      if (reference === undefined) return found;
      found = sources.get(reference);
    }
    return isObject(found) ? found : {};
  }

  /** The name behind `$ref`, also if it is the only part of a composition. */
  function referenceIn(schema: Json): string | undefined {
    if (typeof schema.$ref === "string") return nameOf(schema.$ref);
    if (schema.properties !== undefined) return undefined;
    const lists = [schema.allOf, schema.oneOf, schema.anyOf].filter(Array.isArray);
    const parts = lists.flatMap(listOf).filter((part) => !isNull(part) && !isTypeless(part));
    const [only] = parts;
    return parts.length === 1 && only && typeof only.$ref === "string" ? nameOf(only.$ref) : undefined;
  }

  function nameOf(pointer: string): string | undefined {
    const name = SCHEMA_POINTER.exec(pointer)?.[1];
    const own = ownName(
      name === undefined ? pointer.split("/").slice(-2).map(decodePointer).join("") : decodePointer(name),
    );
    if (sources.has(own)) return own;
    const target = follow(document, pointer);
    if (target === undefined) missing.add(pointer);
    else sources.set(own, target);
    return target === undefined ? undefined : own;
  }
}

const SCHEMA_POINTER = /^#\/(?:definitions|components\/schemas)\/([^/]+)$/;

const schemasOf = ({ definitions, components }: Json): Json => {
  const schemas = isObject(components) ? components.schemas : definitions;
  return isObject(schemas) ? schemas : {};
};

/** Names of types cannot be names of models. */
const TYPE_WORDS =
  /^(?:string|integer|int|long|number|float|double|boolean|object|array|date|datetime|date-time|byte|binary|password|file|unknown|null)$/i;

const ownName = (name: string): string => (TYPE_WORDS.test(name) ? `${name}Model` : name);

const isNull = ({ type }: Json) => type === "null";
const typesOf = ({ type }: Json): unknown[] => (Array.isArray(type) ? type : [type]);
const isObjectType = (schema: Json) => typesOf(schema).includes("object");
const isNullable = (schema: Json): boolean =>
  schema.nullable === true ||
  schema["x-nullable"] === true ||
  typesOf(schema).includes("null") ||
  [schema.oneOf, schema.anyOf].some((list) => listOf(list).some(isNull));
const isComposed = ({ allOf, oneOf, anyOf }: Json) =>
  [allOf, oneOf, anyOf].some((list) => Array.isArray(list) && list.length > 0);

const TYPE_KEYWORDS = ["$ref", "type", "properties", "items", "enum", "const", "format", "allOf", "oneOf", "anyOf"];
/** Only descriptions and lists of required fields. */
const isTypeless = (schema: Json) => !TYPE_KEYWORDS.some((name) => name in schema);

function ownFields(schema: Json): Fields {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  return { properties: new Map(properties), required: new Set(required), alternatives: [] };
}

const KEPT = ["description", "format", "title", "enum", "required", "readOnly", "minimum", "maximum"];
const KEPT_PLAIN = ["minLength", "maxLength", "pattern", "example", "default"];
const isPlainValue = (value: unknown) => typeof value !== "object" || value === null;

function words(schema: Json): Json {
  // OpenAPI 3.1 has lists of types, of which null is one.
  const types = typesOf(schema).filter((type) => type !== "null");
  const isDescribed = ["properties", "items", "additionalProperties"].some((name) => name in schema);
  const [type = isDescribed ? undefined : guessed(schema)] = types.length > 1 ? ["unknown"] : types;
  return {
    ...(typeof type === "string" && { type }),
    ...Object.fromEntries(
      Object.entries(schema).filter(
        ([name, value]) =>
          KEPT.includes(name) || ((KEPT_PLAIN.includes(name) || name.startsWith("x-")) && isPlainValue(value)),
      ),
    ),
    ...("const" in schema && { enum: [schema.const] }),
    ...(isNullable(schema) && { "x-nullable": true }),
  };
}

function guessed(schema: Json): string {
  const value = "const" in schema ? schema.const : Array.isArray(schema.enum) ? schema.enum[0] : undefined;
  return /^(?:string|boolean|number)$/.test(typeof value) ? typeof value : "unknown";
}

const mapped = (entries: [string, unknown][], map: (value: unknown, name: string) => Json): Json =>
  Object.fromEntries(entries.map(([name, value]) => [name, map(value, name)]));

const capital = (field: string): string => {
  const word = field.replaceAll(/[^\w]+/g, "_");
  return word.charAt(0).toUpperCase() + word.slice(1);
};

/** The size of the definitions of names that replace omitted schemas. */
const stubBytes = (references: readonly string[]): number =>
  references.reduce((bytes, name) => bytes + 2 * name.length + 30, 0);

/** The most that each may have so that all together stay within the bound: the small ones leave room to the large. */
function shareOf(sizes: readonly number[]): number {
  let room = MOST_BYTES;
  const sorted = sizes.toSorted((a, b) => a - b);
  for (const [at, size] of sorted.entries()) {
    const share = room / (sorted.length - at);
    if (size > share) return share;
    room -= size;
  }
  return Number.POSITIVE_INFINITY;
}
