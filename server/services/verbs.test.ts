import { readdirSync, readFileSync } from "node:fs";
import ts from "@typescript/typescript6";
import { expect, test } from "vitest";

const SERVER = new URL("..", import.meta.url);

/** Verbs with another shape. */
const EXCEPTIONS: Record<string, string> = {
  record: "writes in a transaction of its caller, as many entries as the change has objects",
};

const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|^(?:generated|testing)\//.test(file));
const sources = files.map((file) => ({ file, source: readFileSync(new URL(file, SERVER), "utf8") }));

const parse = (source: string) => ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true);

/** The names that a file outside of the services imports from them: their verbs. */
function verbsUsedBy(source: string): string[] {
  return [...source.matchAll(/import \{([^}]*)\} from "[^"]*\bservices\/[^"]*"/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().split(" as ")[0] ?? "")
    .filter((name) => name && !name.startsWith("type "));
}

type Verb = { name: string; parameters: readonly ts.ParameterDeclaration[] };

function exportedFunctions(source: string): Verb[] {
  return parse(source).statements.flatMap((statement): Verb[] => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(statement) && statement.name)
      return [{ name: statement.name.text, parameters: statement.parameters }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer)
        ? [{ name: name.getText(), parameters: initializer.parameters }]
        : [],
    );
  });
}

/** `(ctx, input)`; a verb that wraps another also takes functions to call. */
const hasTheShape = ({ parameters }: Verb) =>
  parameters.filter(({ type }) => !type || !ts.isFunctionTypeNode(type)).length <= 2 &&
  parameters.every(({ dotDotDotToken }) => !dotDotDotToken);

test("every verb of the services has the shape (ctx, input)", () => {
  const used = new Set(
    sources.flatMap(({ file, source }) => (file.startsWith("services/") ? [] : verbsUsedBy(source))),
  );
  const verbs = sources
    .filter(({ file }) => file.startsWith("services/"))
    .flatMap(({ file, source }) => exportedFunctions(source).map((verb) => ({ ...verb, file })))
    .filter(({ name }) => used.has(name));
  expect(verbs.length).toBeGreaterThan(350);
  expect(
    verbs.filter((verb) => !hasTheShape(verb) && !EXCEPTIONS[verb.name]).map(({ file, name }) => `${file}: ${name}`),
  ).toEqual([]);
});

test.each([
  ["export const f = (ctx: Context) => 1;", true],
  ["export async function f(ctx: Context, { id, changes }: Input) {}", true],
  ["export function f(ctx: Context, id: number, run: () => Promise<void>) {}", true],
  ["export function f(ctx: Context, id: number, changes: Changes) {}", false],
  ["export const f = (ctx: Context, ...ids: number[]) => 1;", false],
  ["export const f = (ctx: Context, id: number, page = FIRST) => 1;", false],
])("%s has the shape: %s", (source, shape) => {
  expect(exportedFunctions(source).map(hasTheShape)).toEqual([shape]);
});
