import { readFileSync } from "node:fs";
import path from "node:path";
import { CHECKOUT } from "#server/checkout.ts";
import { type DescribedApi, type Operation, type Parameter, readDescription, type Schema } from "./described-api.ts";
import { memberName, methodNames, typeName, unique } from "./names.ts";
import { comment, nameIn, propertyName, source, typeText } from "./type-text.ts";

/**
 * The npm name of a client package, the name of its API in a sentence, and the address of that API. An element is
 * called with the token of a connection.
 */
export type ClientPackage = { name: string; title: string; version: string; url: string; isOfElement?: boolean };

const RUNTIME = readFileSync(path.join(CHECKOUT, "server/client/runtime.js"), "utf8");

type Refer = (name: string) => string | undefined;
/** A method of the client. */
type Method = Operation & {
  /** The schema of an entry, for a list. */
  entry: Schema | undefined;
  group: string;
  name: string;
  isPaged: boolean;
  arguments: [argument: string, parameter: Parameter][];
};

/**
 * Generates a typed client of an API, as the files of an npm package by path: an ES module without dependencies, and
 * its types. Names and texts of the description only become data in it. `document` is OpenAPI 3.1 or Swagger 2.0.
 */
export function writeClient(document: Readonly<Record<string, unknown>>, about: ClientPackage): Map<string, string> {
  const { operations, schemas } = readDescription(document);
  const methods = methodsOf(operations, schemas);
  const taken = new Set<string>();
  const types = new Map(Object.keys(schemas).map((name) => [name, unique(typeName(name), taken)]));
  const refer: Refer = (name) => types.get(name);
  const declared = Object.entries(schemas).map(
    ([name, schema]) =>
      `${comment(typeof schema === "object" ? schema.description : "")}export type ${refer(name)} = ${typeText(schema, refer)};`,
  );
  return new Map([
    ["package.json", packageText(about)],
    ["README.md", readmeText(about, methods)],
    ["runtime.js", RUNTIME],
    ["index.js", moduleText(methods)],
    ["index.d.ts", [HEAD, clientText(methods, refer), ...declared].join("\n\n")],
  ]);
}

function methodsOf(operations: readonly Operation[], schemas: DescribedApi["schemas"]): Method[] {
  const groups = new Map<string, (Operation & Pick<Method, "isPaged" | "entry">)[]>();
  for (const operation of operations) {
    const group = memberName(operation.tag);
    const entry = entryOf(operation.reply, schemas);
    const one = { ...operation, entry, isPaged: isPaged(operation, entry) };
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups].flatMap(([group, own]) => {
    const names = methodNames(own[0]?.tag ?? "", own);
    return own.map((one, at): Method => ({ ...one, group, name: names[at] ?? "", arguments: argumentsOf(one) }));
  });
}

/** The schema of an entry, if the response is a list. */
function entryOf(reply: Operation["reply"], schemas: DescribedApi["schemas"]): Schema | undefined {
  if (typeof reply !== "object") return undefined;
  if (typeof reply.$ref === "string") {
    const name = nameIn(reply.$ref);
    const target = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return typeof target === "object" && target.$ref === undefined ? entryOf(target, schemas) : undefined;
  }
  return reply.type === "array" ? ((reply.items ?? true) as Schema) : undefined;
}

/** Whether a list is paged: it takes the token of the next page, or belongs to an element. */
const isPaged = ({ method, path, parameters }: Operation, entry: Schema | undefined): boolean =>
  method === "GET" &&
  entry !== undefined &&
  (parameters.some(({ name }) => name === "nextPage") ||
    (!path.endsWith("}") && parameters.some(({ name }) => name === "page")));

/** A name that occurs in two places is qualified by its place. */
function argumentsOf({ parameters }: Operation): Method["arguments"] {
  const names = new Set(["body"]);
  return parameters.map((parameter) => {
    let argument = parameter.name;
    while (names.has(argument)) argument = `${parameter.in}_${argument}`;
    names.add(argument);
    return [argument, parameter];
  });
}

const packageText = ({ name, title, version }: ClientPackage): string =>
  `${JSON.stringify(
    {
      ...{ name, version, description: `A typed client of ${title}.`, type: "module" },
      exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
      files: ["index.js", "index.d.ts", "runtime.js"],
      engines: { node: ">=18" },
    },
    null,
    2,
  )}\n`;

function moduleText(methods: readonly Method[]): string {
  const operations = methods.map(({ group, name, method, path, isPaged, body, reply, ...rest }) => ({
    ...{ group, name, method, path, isPaged, isFile: reply === undefined },
    ...(body && { contentType: body.contentType }),
    parameters: rest.arguments.map(([argument, parameter]) => [argument, parameter.name, parameter.in]),
  }));
  return `import { connect, FormularyError } from "./runtime.js";

const OPERATIONS = [
${operations.map((operation) => `  ${source(operation)},`).join("\n")}
];

export { FormularyError };
export const createClient = (settings) => connect(OPERATIONS, settings);
`;
}

const HEAD = `export type Settings = {
  /** Where the API is, with its path. */
  url: string;
  /** The secret of the user. */
  user?: string;
  /** The secret of the organization, for the platform. */
  organization?: string;
  /** The token of an element instance, for its resources. */
  token?: string;
  /** The token of a session, in place of the secrets. */
  bearer?: string;
  fetch?: typeof globalThis.fetch;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** A repeated request with the same key has no further effect. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

/** A response that is no success. */
export declare class FormularyError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The words of the provider. */
  readonly providerMessage: string | undefined;
  readonly headers: Headers;
}

export declare function createClient(settings: Settings): Client;`;

function clientText(methods: readonly Method[], refer: Refer): string {
  const groups = [...Map.groupBy(methods, ({ group }) => group)].map(
    ([group, own]) => `readonly ${group}: {\n${own.map((method) => methodText(method, refer)).join("\n")}\n};`,
  );
  return `export interface Client {\n${groups.join("\n")}\n}`;
}

function methodText(method: Method, refer: Refer): string {
  const { name, summary, description, reply, isPaged, entry } = method;
  const input = inputText(method, refer);
  const type = reply === undefined ? "Blob" : typeText(reply, refer);
  const about = comment([summary, description].filter(Boolean).join(". ").replaceAll("..", "."));
  const all = `${about}${name}All(${input}, options?: CallOptions): AsyncGenerator<${typeText(entry, refer)}, void, undefined>;`;
  return `${about}${name}(${input}, options?: CallOptions): Promise<${type}>;${isPaged ? `\n${all}` : ""}`;
}

const needsInput = ({ arguments: given, body }: Pick<Method, "arguments" | "body">): boolean =>
  body?.required === true || given.some(([, { required }]) => required);

function inputText({ arguments: given, body }: Method, refer: Refer): string {
  const members = given.map(
    ([argument, { required, schema, description }]) =>
      `${comment(description)}${propertyName(argument)}${required ? "" : "?"}: ${typeText(schema, refer)};`,
  );
  if (body) members.push(`body${body.required ? "" : "?"}: ${typeText(body.schema, refer)};`);
  const isNeeded = needsInput({ arguments: given, body });
  return members.length === 0
    ? "input?: Record<string, never>"
    : `input${isNeeded ? "" : "?"}: {\n${members.join("\n")}\n}`;
}

function readmeText({ name, title, url, isOfElement = false }: ClientPackage, methods: readonly Method[]): string {
  const list = methods.find((method) => method.isPaged && !needsInput(method));
  return [
    `# ${name}`,
    `A typed client of ${line(title)}. It has no dependencies and needs Node 18, a browser, or anything else with \`fetch\`.`,
    [
      "```ts",
      `import { createClient, FormularyError } from ${source(name)};`,
      "",
      "const client = createClient({",
      `  url: ${source(url)},`,
      '  user: "<user secret>",',
      isOfElement ? '  token: "<token of a connection>",' : '  organization: "<organization secret>",',
      "});",
      ...(list ? ["", ...loopOver(list)] : []),
      "```",
    ].join("\n"),
    ...(list ? ["Lists have a method that ends with `All`, which reads every page."] : []),
    "A response that is no success throws a `FormularyError` with `status`, `message`, `requestId` and `providerMessage`.",
    ["| method | request | what it does |", "|---|---|---|", ...methods.map(rowText)].join("\n"),
    "",
  ].join("\n\n");
}

const loopOver = ({ group, name }: Method): string[] => [
  `for await (const one of client.${group}.${name}All()) console.log(one);`,
];

const rowText = ({ group, name, method, path, summary }: Method): string =>
  `| \`client.${group}.${name}\` | \`${method} ${line(path)}\` | ${line(summary)} |`;

const line = (text: string): string => text.replaceAll(/[\s|`<>]+/g, " ").trim();
