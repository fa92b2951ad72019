import type { AnyNode, Pattern, Program } from "acorn";
import { childrenOf } from "./parse.ts";

/**
 * The names that each node declares for its inside: parameters and `var` by functions, the rest by blocks. `var` at the
 * top declares nothing new if the name is a parameter of the script, so it is left out.
 */
export function declarationsIn(program: Program): ReadonlyMap<AnyNode, readonly string[]> {
  const declared = new Map<AnyNode, string[]>();
  const top: Scopes = { functions: [], block: [] };
  declared.set(program, top.block);
  const todo: [AnyNode, Scopes][] = [[program, top]];
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [node, around] = next;
    declareIn(node, around);
    const inside = scopesIn(node, around);
    if (inside !== around) declared.set(node, ownNames(node, inside));
    for (const child of childrenOf(node)) todo.push([child, inside]);
  }
  return declared;
}

/** The scope of `var`, and that of all other declarations. */
type Scopes = { functions: string[]; block: string[] };

function declareIn(node: AnyNode, { functions, block }: Scopes): void {
  if (node.type === "VariableDeclaration")
    for (const { id } of node.declarations) (node.kind === "var" ? functions : block).push(...bindingsOf(id).names);
  else if ((node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") && node.id)
    block.push(node.id.name);
}

const BLOCKS = new Set<AnyNode["type"]>([
  ...(["BlockStatement", "ForStatement", "ForInStatement", "ForOfStatement", "SwitchStatement"] as const),
  ...(["CatchClause", "ClassExpression"] as const),
]);

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"] as const;
export type FunctionNode = Extract<AnyNode, { type: (typeof FUNCTIONS)[number] }>;

export const isFunction = (node: AnyNode): node is FunctionNode => FUNCTIONS.some((type) => type === node.type);

function scopesIn(node: AnyNode, around: Scopes): Scopes {
  if (isFunction(node) || node.type === "StaticBlock") {
    const names: string[] = [];
    return { functions: names, block: names };
  }
  return BLOCKS.has(node.type) ? { functions: around.functions, block: [] } : around;
}

/** The names that the node itself declares for its inside; nested declarations are added to the same list. */
function ownNames(node: AnyNode, { block }: Scopes): string[] {
  if (isFunction(node)) {
    block.push(...node.params.flatMap((param) => bindingsOf(param).names));
    if (node.type === "FunctionExpression" && node.id) block.push(node.id.name);
    if (node.type !== "ArrowFunctionExpression") block.push("arguments");
  }
  if (node.type === "CatchClause" && node.param) block.push(...bindingsOf(node.param).names);
  if (node.type === "ClassExpression" && node.id) block.push(node.id.name);
  return block;
}

/** The names that a pattern binds, and the code in it: defaults, computed keys, targets that are members. */
export function bindingsOf(pattern: Pattern): { names: string[]; code: AnyNode[] } {
  const names: string[] = [];
  const code: AnyNode[] = [];
  const todo: AnyNode[] = [pattern];
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.type === "Identifier") names.push(node.name);
    else if (node.type === "ObjectPattern" || node.type === "ArrayPattern") todo.push(...childrenOf(node));
    else if (node.type === "RestElement") todo.push(node.argument);
    else if (node.type === "AssignmentPattern") {
      todo.push(node.left);
      code.push(node.right);
    } else if (node.type === "Property") {
      todo.push(node.value);
      if (node.computed) code.push(node.key);
    } else code.push(node);
  }
  return { names, code };
}
