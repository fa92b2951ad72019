/**
 * Renders templates of a Helm chart without Helm: the part of its language that our chart uses. Throws on anything
 * else, so that the chart stays simple enough for this.
 */
export function renderChart(
  templates: Record<string, string>,
  context: { Values: object; Release: object; Chart: object },
): Record<string, string> {
  const definitions = new Map<string, Node[]>();
  const parsed = Object.entries(templates).map(([name, text]) => [name, parse(text, definitions)] as const);
  const render = (nodes: Node[], variables: Variables): string => nodes.map((node) => show(node, variables)).join("");

  function show(node: Node, variables: Variables): string {
    if (node.kind === "text") return node.text;
    if (node.kind === "value") return String(evaluate(node.expression, variables) ?? "");
    const value = evaluate(node.expression, variables);
    if (node.kind === "if") return render(isTruthy(value) ? node.body : node.otherwise, variables);
    return Object.entries(value as object)
      .map(([key, item]) => render(node.body, { ...variables, [node.names[0]]: key, [node.names[1]]: item }))
      .join("");
  }

  function evaluate(expression: string, variables: Variables): unknown {
    const [first = "", ...rest] = expression.split("|").map((part) => part.trim());
    return rest.reduce((piped, part) => call(part, variables, [piped]), call(first, variables, []));
  }

  function call(command: string, variables: Variables, piped: unknown[]): unknown {
    const [head = "", ...words] = command.match(/"[^"]*"|\S+/g) ?? [];
    const run = FUNCTIONS[head];
    const values = words.map((word) => read(word, variables));
    if (head === "include") return render(definitions.get(String(values[0])) ?? fail(command), variables).trim();
    if (run) return run(...values, ...piped);
    return words.length + piped.length === 0 ? read(head, variables) : fail(command);
  }

  function read(word: string, variables: Variables): unknown {
    if (word === ".") return context;
    if (/^"[^"]*"$/.test(word) || /^\d+$/.test(word)) return JSON.parse(word);
    if (word.startsWith("$")) return word in variables ? variables[word] : fail(word);
    const keys = /^(?:\.\w+)+$/.test(word) ? word.slice(1).split(".") : fail(word);
    return keys.reduce<unknown>((value, key) => {
      const found = (value as Record<string, unknown>)[key];
      return found === undefined ? fail(`${word} (no ${key})`) : found;
    }, context);
  }

  return Object.fromEntries(parsed.map(([name, nodes]) => [name, render(nodes, {})]));
}

type Variables = Record<string, unknown>;
type Node =
  | { kind: "text"; text: string }
  | { kind: "value"; expression: string }
  | { kind: "if"; expression: string; body: Node[]; otherwise: Node[] }
  | { kind: "range"; expression: string; names: [string, string]; body: Node[] };

const fail = (what: string): never => {
  throw new Error(`The template contains what this cannot render: ${what}`);
};

const FUNCTIONS: Record<string, (...values: unknown[]) => unknown> = {
  quote: (value) => JSON.stringify(String(value)),
  default: (fallback, value) => (isTruthy(value) ? value : fallback),
  // JSON is YAML, on one line.
  toYaml: (value) => JSON.stringify(value),
  nindent: (count, text) => `\n${String(text).replaceAll(/^/gm, " ".repeat(Number(count)))}`,
};

const isTruthy = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

function parse(text: string, definitions: Map<string, Node[]>): Node[] {
  const parts = text.split(/(\{\{-?.*?-?\}\})/s);
  let position = 0;

  function block(): { nodes: Node[]; end: string } {
    const nodes: Node[] = [];
    while (position < parts.length) {
      const part = parts[position++] ?? "";
      if (!part.startsWith("{{")) {
        const before = parts[position - 2]?.endsWith("-}}") ? part.trimStart() : part;
        nodes.push({ kind: "text", text: parts[position]?.startsWith("{{-") ? before.trimEnd() : before });
        continue;
      }
      const action = part.replaceAll(/^\{\{-?\s*|\s*-?\}\}$/g, "");
      const [, word = "", expression = ""] = /^(if|range|define|else|end)?\s*(.*)$/s.exec(action) ?? [];
      if (word === "end" || word === "else") return { nodes, end: word };
      if (word === "") nodes.push({ kind: "value", expression });
      else if (word === "define") definitions.set(JSON.parse(expression), block().nodes);
      else if (word === "if") {
        const { nodes: body, end } = block();
        nodes.push({ kind: "if", expression, body, otherwise: end === "else" ? block().nodes : [] });
      } else {
        const [, key = "", value = "", from = ""] = /^(\$\w+), (\$\w+) := (.*)$/.exec(expression) ?? fail(action);
        nodes.push({ kind: "range", names: [key, value], expression: from, body: block().nodes });
      }
    }
    return { nodes, end: "" };
  }

  return block().nodes;
}
