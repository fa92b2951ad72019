import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vitest/node";

/**
 * A kind: how code names the field that distinguishes it (`step.type`), and the folder of its definitions. `isOurs`: a
 * name of two words cannot mean anything else.
 */
export type Kinds = {
  of: string;
  names: readonly string[];
  folder: string;
  subject: RegExp;
  column?: RegExp;
  isOurs?: true;
  /** The files in which its names mean the kind; all files by default. */
  rooms?: RegExp;
  /** Parameters have the same names, so an object with such keys is not necessarily a table of kinds. */
  areParameters?: true;
};

type Node = { type: string; start: number; [key: string]: unknown };

/**
 * Source positions that name a kind: in a comparison with the discriminating field, as a row of a table, in a list of
 * kinds, as a default, or in SQL.
 */
export function kindLiterals(file: string, text: string, kinds: readonly Kinds[]): string[] {
  const found: string[] = [];
  const isOwn = (name: string) =>
    kinds.some(
      ({ folder, names }) => file.startsWith(folder) && names.includes(name) && text.includes(`type: "${name}"`),
    );
  walk(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file) as unknown as Node, undefined, "");
  return found;

  function walk(node: Node, parent: Node | undefined, path: string) {
    // A formula literal, as people write it, is data.
    if (node.type === "Property" && parent && isPart(parent) && nameOf(node.key) === "type") return;
    for (const kind of kinds) {
      if (kind.rooms && !kind.rooms.test(file)) continue;
      const name = namedIn(node, parent, path, kind);
      if (name !== undefined && !isOwn(name))
        found.push(`${file}:${lineAt(text, node.start)} names the ${kind.of} "${name}"`);
    }
    const inside = node.type === "Property" ? joined(path, nameOf(node.key)) : path;
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, node, inside);
  }
}

/** The source that ships: without tests, test helpers, examples and messages. */
export const shippedSource = (): { file: string; text: string }[] =>
  globSync("{app,components,server}/**/*.{ts,tsx}", { exclude: ["server/generated/**"] })
    .filter((file) => !NOT_SHIPPED.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));

const NOT_SHIPPED =
  /\.test\.tsx?$|^(?:server|components)\/testing\/|^server\/(launch|catalog|demo-provider|specification|security|generated)\/|\/examples\/|\/(?:\w+-)?messages\.\w+\.ts$/;

function namedIn(
  node: Node,
  parent: Node | undefined,
  path: string,
  { names, subject, column, isOurs, areParameters }: Kinds,
): string | undefined {
  const kindIn = (value: unknown): string | undefined => {
    const text = isNode(value) ? literal(value) : undefined;
    return text !== undefined && names.includes(text) ? text : undefined;
  };
  const isSubject = (value: unknown) => isNode(value) && subject.test(pathOf(value));
  switch (node.type) {
    case "BinaryExpression":
      if (!/^[!=]==?$/.test(String(node.operator))) return undefined;
      return isSubject(node.left) ? kindIn(node.right) : isSubject(node.right) ? kindIn(node.left) : undefined;
    case "LogicalExpression":
      return isSubject(node.left) ? kindIn(node.right) : undefined;
    case "SwitchStatement":
      return isSubject(node.discriminant)
        ? (node.cases as Node[]).map(({ test }) => kindIn(test)).find(Boolean)
        : undefined;
    case "ArrayExpression": {
      const elements = (node.elements as Node[]).map(kindIn);
      const isList = elements.length > 1 && elements.every((name) => name !== undefined);
      const isArrayOfSubjects = parent?.type === "MemberExpression" && elements.length > 0 && elements.every(Boolean);
      return isList || isArrayOfSubjects ? elements[0] : undefined;
    }
    case "ObjectExpression": {
      const keys = (node.properties as Node[]).flatMap(({ key, shorthand }) => (shorthand === true ? [] : nameOf(key)));
      const known = keys.filter((key) => names.includes(key));
      return !areParameters && known.length > 1 && known.length === keys.length ? known[0] : undefined;
    }
    case "Property":
      return subject.test(joined(path, nameOf(node.key))) ? kindIn(node.value) : undefined;
    case "TSUnionType": {
      const members = (node.types as Node[]).map((member) => kindIn(member.literal));
      return members.length > 1 && members.every(Boolean) ? members[0] : undefined;
    }
    case "TemplateElement":
    case "Literal": {
      const text = literal(node) ?? (node.value as { raw?: string } | null)?.raw ?? "";
      if (typeof text !== "string") return undefined;
      if (isOurs && /^[a-z]+[A-Z]/.test(text) && names.includes(text)) return text;
      return column && names.find((name) => new RegExp(`(?:${column.source})[^,;]{0,12}'${name}'`).test(text));
    }
    default:
      return undefined;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

const literal = (node: Node): string | undefined =>
  node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;

const nameOf = (key: unknown): string => (isNode(key) ? (literal(key) ?? String(key.name ?? "")) : "");

const isPart = ({ type, properties }: Node): boolean =>
  type === "ObjectExpression" &&
  (properties as Node[]).some(({ key }) => ["onSuccess", "properties"].includes(nameOf(key)));

/** `step.type` of `step?.type`, `(step as Step).type`. */
function pathOf(node: Node): string {
  if (node.type === "Identifier") return String(node.name);
  if (node.type === "Literal") return String(node.value);
  if (isNode(node.expression)) return pathOf(node.expression);
  return joined(isNode(node.object) ? pathOf(node.object) : "", isNode(node.property) ? pathOf(node.property) : "");
}

const joined = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;
