import type { AnyNode } from "acorn";
import type { Script } from "../script.ts";
import { plain } from "./literals.ts";
import type { Given, PlainExpression, PlainScript, Roots } from "./plain-script.ts";
import { readIn } from "./read-expression.ts";
import { DEEPEST } from "./room.ts";
import { patternOf, type Scope } from "./scope.ts";

/** Reads a script as a plain one; undefined if it is anything else. */
export function plainScriptOf({ statements }: Script, roots: Roots): PlainScript | undefined {
  const value = statements && blockOf(statements, { names: new Map(), roots, count: { slots: 0 }, levels: DEEPEST });
  return value && { value };
}

/** Declarations, and last `done(value)`, or a condition with blocks of this kind. */
function blockOf(statements: readonly AnyNode[], outer: Scope): PlainExpression | undefined {
  const last = statements.at(-1);
  const before = statements.slice(0, -1);
  const declared = before.flatMap((one) => (one.type === "VariableDeclaration" ? namesIn(one.declarations) : []));
  // `var` is seen outside of its block as well.
  const names = new Map([...outer.names, ...declared.map((name) => [name, "later"] as const)]);
  const scope = { ...outer, names, levels: outer.levels - 1 };
  const given = before.flatMap((statement) => givenBy(statement, scope, names));
  if (!last || scope.levels <= 0 || given.includes(undefined)) return undefined;
  const value = endOf(last, scope);
  return value && (given.length === 0 ? value : { kind: "given", given: given as Given[], value });
}

const namesIn = (declarations: readonly { id: AnyNode }[]): string[] =>
  declarations.flatMap(({ id }) =>
    id.type === "Identifier" ? [id.name] : id.type === "ObjectPattern" ? id.properties.flatMap(pickedName) : [],
  );

const pickedName = (property: AnyNode): string[] =>
  property.type === "Property" && property.value.type === "Identifier" ? [property.value.name] : [];

function givenBy(statement: AnyNode, scope: Scope, names: Map<string, number | "later">): (Given | undefined)[] {
  if (statement.type !== "VariableDeclaration" || statement.kind === "using") return [undefined];
  return statement.declarations.map(({ id, init }) => {
    const value = init ? readIn(init, scope) : undefined;
    const into = patternOf(id, scope, names);
    return value && into && { into, value };
  });
}

function endOf(statement: AnyNode, scope: Scope): PlainExpression | undefined {
  if (statement.type === "IfStatement") {
    const test = readIn(statement.test, scope);
    const [yes, no] = [statement.consequent, statement.alternate].map((branch) =>
      branch ? blockOf(branch.type === "BlockStatement" ? branch.body : [branch], scope) : plain(undefined),
    );
    return test && yes && no && { kind: "choose", test, yes, no };
  }
  if (statement.type !== "ExpressionStatement" || statement.expression.type !== "CallExpression") return undefined;
  const { callee, optional, arguments: values } = statement.expression;
  const [value, ...more] = values;
  const isDone = callee.type === "Identifier" && callee.name === "done" && !optional && more.length === 0;
  return isDone && value && value.type !== "SpreadElement" ? readIn(value, scope) : undefined;
}
