import { ENDPOINTS } from "#server/api/endpoints.ts";
import { pluralize } from "#server/pluralize.ts";
import { PLATFORM_API } from "./platform-api.ts";

export const API_PAGE = "docs/api-coverage.md";

type Row = { operation: string; state: "works" | "unsupported" | "missing"; note: string };

/** Two paths are equal whatever the names of their parameters. */
const shapeOf = (operation: string) => operation.replaceAll(/\{[^}]*\}/g, "{}");

/** Every operation of the platform API, and its status in this product. */
export function apiCoverage(): Row[] {
  const endpoints = new Map(ENDPOINTS.map((endpoint) => [shapeOf(`${endpoint.method} ${endpoint.path}`), endpoint]));
  return PLATFORM_API.map((operation) => {
    const endpoint = endpoints.get(shapeOf(operation));
    if (!endpoint) return { operation, state: "missing", note: "" };
    const [, unsupported] = /^Not supported: always returns 501\. (.*)$/s.exec(endpoint.description ?? "") ?? [];
    return unsupported === undefined
      ? { operation, state: "works", note: endpoint.summary }
      : { operation, state: "unsupported", note: unsupported };
  });
}

/** The problems of the table: operations that are missing or duplicate. */
export function apiProblems(rows: readonly Row[] = apiCoverage()): string[] {
  const seen = new Set<string>();
  return rows.flatMap(({ operation, state }) => {
    const isAgain = seen.has(shapeOf(operation));
    seen.add(shapeOf(operation));
    return [
      ...(state === "missing" ? [`${operation} has no endpoint`] : []),
      ...(isAgain ? [`${operation} is listed twice`] : []),
    ];
  });
}

const SECTIONS = [
  {
    state: "unsupported",
    title: "Not supported",
    text: "These paths return 501 with a message that says what to use instead.",
  },
  { state: "works", title: "Supported", text: "The [API reference](api.md) has the parameters and responses." },
] as const;

/** The page to be committed. */
export function apiPage(rows: readonly Row[] = apiCoverage()): string {
  const count = (wanted: Row["state"]) => rows.filter(({ state }) => state === wanted).length;
  return [
    "# Coverage of the platform API",
    "",
    "This page lists the operations that clients of this kind of API use, and whether Formulary supports them. The operations are from",
    "[platform-api.ts](../server/specification/platform-api.ts), the rest from the endpoints. `npm run coverage:api` generates this page;",
    "a test fails if it is stale. For requests to element instances, see `GET /instances/{id}/docs`.",
    "",
    `Of ${pluralize(rows.length, "operation")}, ${count("works")} are supported and ${count("unsupported")} are not.`,
    ...SECTIONS.flatMap(({ state, title, text }) => {
      const own = rows.filter((row) => row.state === state);
      return own.length === 0 ? [] : ["", `## ${title}`, "", text, "", ...listOf(own)];
    }),
    "",
  ].join("\n");
}

/** A line for each reason, then one for each path with its methods. */
const listOf = (rows: readonly Row[]): string[] => {
  const reasons = new Set(rows.flatMap(({ state, note }) => (state === "works" ? [] : [note])));
  const groups = reasons.size === 0 ? [rows] : [...reasons].map((reason) => rows.filter(({ note }) => note === reason));
  return groups.flatMap((group, at) => [
    ...(reasons.size === 0 ? [] : [...(at > 0 ? [""] : []), [...reasons][at] ?? "", ""]),
    "| Path | Methods |",
    "|---|---|",
    ...[...byPath(group)].map(([path, methods]) => `| \`${path}\` | ${methods.join(", ")} |`),
  ]);
};

function byPath(rows: readonly Row[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { operation } of rows) {
    const [method = "", path = ""] = operation.split(" ");
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}
