import type { AnyNode, Expression, Program, Super } from "acorn";
import { childrenOf, parseScript } from "./parse.ts";
import { bindingsOf, declarationsIn, isFunction } from "./scopes.ts";
import { type Member, type Required, type Script, UNREADABLE, type Use } from "./script.ts";

/** Never throws, whatever the text, and takes linear time. */
export function readScript(source: string): Script {
  const parsed = parseScript(source);
  if (!parsed) return UNREADABLE;
  const { program, mistake } = parsed;
  const statements = mistake ? undefined : program.body;
  const value = statements && soleValue(statements);
  return { ...UNREADABLE, isUnreadable: false, ...factsOf(program), value, statements, mistake };
}

/** The end of a node in the walk: the names that it declared, and whether it was a function. */
type Leaving = { leaves: readonly string[]; isFunction: boolean };

function factsOf(program: Program): Pick<Script, "returns" | "callsDone" | "waits" | "uses" | "requires" | "words"> {
  const declared = declarationsIn(program);
  const own = new Map<string, number>();
  const count = (names: readonly string[], by: 1 | -1) => {
    for (const name of names) own.set(name, (own.get(name) ?? 0) + by);
  };
  const isOwn = (name: string) => (own.get(name) ?? 0) > 0;
  const isDone = (node: AnyNode) => node.type === "Identifier" && node.name === "done" && !isOwn("done");
  const facts = { returns: false, callsDone: false, waits: false };
  const uses: (Use & { start: number })[] = [];
  const requires: Required[] = [];
  let functions = 0;
  const todo: (AnyNode | Leaving)[] = [program];
  for (let node = todo.pop(); node; node = todo.pop()) {
    if ("leaves" in node) {
      count(node.leaves, -1);
      functions -= node.isFunction ? 1 : 0;
      continue;
    }
    const names = declared.get(node);
    if (names) {
      count(names, 1);
      functions += isFunction(node) ? 1 : 0;
      todo.push({ leaves: names, isFunction: isFunction(node) });
    }
    facts.returns ||= node.type === "ReturnStatement" && functions === 0;
    facts.callsDone ||= isCall(node) && [calledBy(node.callee), ...node.arguments].some(isDone);
    const module = isOwn("require") ? undefined : moduleRequiredBy(node);
    if (module !== undefined) requires.push({ module, start: node.start });
    facts.waits ||= node.type === "AwaitExpression" || (isFunction(node) && node.async);
    const { name, start, members, further } = usageAt(node);
    if (name !== undefined && !isOwn(name)) {
      uses.push({ name, start, members });
      facts.waits ||= name === "Promise";
    }
    for (const inner of further) todo.push(inner);
  }
  return { ...facts, uses: uses.toSorted(byStart), requires: requires.toSorted(byStart), words: wordsOf(program) };
}

const byStart = (one: { start: number }, other: { start: number }) => one.start - other.start;

function moduleRequiredBy(node: AnyNode): string | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier" || node.callee.name !== "require") return;
  const [module] = node.arguments;
  return module?.type === "Literal" && typeof module.value === "string" ? module.value : undefined;
}

function wordsOf(program: Program): Set<string> {
  const words = new Set<string>();
  const todo: AnyNode[] = [program];
  for (let node = todo.pop(); node; node = todo.pop()) {
    const word = wordOf(node);
    if (word !== undefined) words.add(word);
    for (const child of childrenOf(node)) todo.push(child);
  }
  return words;
}

const isCall = (node: AnyNode) => node.type === "CallExpression" || node.type === "NewExpression";

/** The function that a callee calls: `f` also in `f.call(…)`, `f.apply(…)` and `f.bind(…)`. */
function calledBy(callee: Expression | Super): AnyNode {
  const isIndirect =
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    /^(call|apply|bind)$/.test(callee.property.name);
  return isIndirect ? callee.object : callee;
}

function wordOf(node: AnyNode): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "TemplateElement") return node.value.cooked ?? node.value.raw;
  if (node.type !== "Literal") return undefined;
  return node.regex ? node.regex.pattern : typeof node.value === "string" ? node.value : undefined;
}

type Found = { name: string | undefined; start: number; members: Member[]; further: AnyNode[] };

/** The name that a node uses, if it does, and the code in it that remains to be read. */
function usageAt(node: AnyNode): Found {
  const nothing = { name: undefined, start: node.start, members: [], further: [] };
  // A tolerant parser puts a name without text where one is missing.
  if (node.type === "Identifier") return { ...nothing, name: node.start === node.end ? undefined : node.name };
  if (node.type === "MemberExpression") return membersFrom(node);
  if (isFunction(node))
    return { ...nothing, further: [...node.params.flatMap((one) => bindingsOf(one).code), node.body] };
  if (node.type === "VariableDeclarator")
    return { ...nothing, further: [...bindingsOf(node.id).code, ...(node.init ? [node.init] : [])] };
  if (node.type === "CatchClause")
    return { ...nothing, further: [...(node.param ? bindingsOf(node.param).code : []), node.body] };
  return { ...nothing, further: childrenOf(node).filter((child) => !isLabel(node, child)) };
}

/** `key` and `value` of a property are two nodes, also in `{ steps }`. */
function isLabel(node: AnyNode, child: AnyNode): boolean {
  if (node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition")
    return child === node.key && !node.computed;
  if (node.type === "ClassDeclaration" || node.type === "ClassExpression") return child === node.id;
  if (node.type === "LabeledStatement" || node.type === "BreakStatement" || node.type === "ContinueStatement")
    return child === node.label;
  return node.type === "MetaProperty";
}

function membersFrom(outermost: AnyNode): Found {
  const members: Member[] = [];
  const further: AnyNode[] = [];
  let node = outermost;
  while (node.type === "MemberExpression" || node.type === "ChainExpression") {
    if (node.type === "ChainExpression") {
      node = node.expression;
      continue;
    }
    const name = memberName(node);
    const { computed, object, optional, property } = node;
    const [isOptional, inBrackets] = [optional === true, computed];
    members.push({ name, isOptional, inBrackets, objectEnd: object.end, start: property.start, end: property.end });
    if (name === undefined) further.push(property);
    node = node.object;
  }
  members.reverse();
  if (node.type === "Identifier") return { name: node.name, start: node.start, members, further };
  return { name: undefined, start: node.start, members, further: [...further, node] };
}

function memberName({ computed, property }: Extract<AnyNode, { type: "MemberExpression" }>): string | undefined {
  if (!computed) return property.type === "Identifier" ? property.name : undefined;
  if (property.type === "Literal" && ["string", "number"].includes(typeof property.value))
    return String(property.value);
  if (property.type !== "TemplateLiteral" || property.expressions.length > 0) return undefined;
  return property.quasis[0]?.value.cooked ?? undefined;
}

function soleValue([statement, ...others]: Program["body"]): Expression | undefined {
  if (statement?.type !== "ExpressionStatement" || others.length > 0) return undefined;
  const { expression } = statement;
  if (expression.type !== "CallExpression" || expression.optional) return undefined;
  const { callee } = expression;
  const [value, ...more] = expression.arguments;
  const isOne = callee.type === "Identifier" && callee.name === "done" && more.length === 0;
  return isOne && value && value.type !== "SpreadElement" ? value : undefined;
}
