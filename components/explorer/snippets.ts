import type { SentFile } from "../operation-forms/request.ts";

/** A request as a program sends it. */
export type SnippetRequest = {
  method: string;
  /** With the query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The text of a body. */
  body?: string | undefined;
  /** The parts of a form with a file, in place of a body. */
  parts?: Readonly<Record<string, string | SentFile>> | undefined;
  credentials: "platform" | "element" | "bearer" | "none";
};

/** The environment variables in which programs keep secrets: a snippet contains no value. */
const USER = "FORMULARY_USER_SECRET";
const ORGANIZATION = "FORMULARY_ORGANIZATION_SECRET";
const TOKEN = "FORMULARY_ELEMENT_TOKEN";
const SESSION = "FORMULARY_SESSION_TOKEN";

type Part = { text: string } | { variable: string };

const AUTHORIZATION: Record<SnippetRequest["credentials"], Part[]> = {
  platform: [{ text: "User " }, { variable: USER }, { text: ", Organization " }, { variable: ORGANIZATION }],
  element: [{ text: "User " }, { variable: USER }, { text: ", Element " }, { variable: TOKEN }],
  bearer: [{ text: "Bearer " }, { variable: SESSION }],
  none: [],
};

type Language = {
  label: string;
  /** Whether it can show a form with a file. */
  sendsFiles: boolean;
  write: (request: SnippetRequest) => string;
};

/** `"…"` with escapes that all languages with double quotes share. */
const quoted = (text: string): string => JSON.stringify(text.toWellFormed());
const single = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The authorization as parts that are joined by an operator. */
const joined = ({ credentials }: SnippetRequest, variable: (name: string) => string, text = quoted, by = " + ") =>
  AUTHORIZATION[credentials].map((part) => ("text" in part ? text(part.text) : variable(part.variable))).join(by);

const others = ({ headers }: SnippetRequest) => Object.entries(headers);
const isSecret = ({ credentials }: SnippetRequest) => AUTHORIZATION[credentials].length > 0;
const lines = (...all: (string | false | readonly string[])[]): string =>
  all
    .flat()
    .filter((line) => line !== false)
    .join("\n");

function curl(request: SnippetRequest): string {
  const { method, url, body, parts, credentials } = request;
  const authorization = AUTHORIZATION[credentials].map((part) => ("text" in part ? part.text : `$${part.variable}`));
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${shell(url)}`,
    ...(authorization.length > 0 ? [`-H "Authorization: ${authorization.join("")}"`] : []),
    ...others(request).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...Object.entries(parts ?? {}).map(([name, value]) =>
      typeof value === "string"
        ? `--form-string ${shell(`${name}=${value}`)}`
        : `-F ${shell(`${name}=@${value.fileName}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${shell(body)}`]),
  ].join(" \\\n  ");
}

function javascript(request: SnippetRequest): string {
  const { method, url, body, parts } = request;
  const form = Object.entries(parts ?? {}).map(([name, value]) =>
    typeof value === "string"
      ? `form.append(${quoted(name)}, ${quoted(value)});`
      : `form.append(${quoted(name)}, new Blob([await readFile(${quoted(value.fileName)})]), ${quoted(value.fileName)});`,
  );
  return lines(
    form.length > 0 && ['import { readFile } from "node:fs/promises";', "", "const form = new FormData();", ...form],
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    "  headers: {",
    isSecret(request) && `    Authorization: ${joined(request, (name) => `process.env.${name}`)},`,
    others(request).map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`),
    "  },",
    body !== undefined && `  body: ${quoted(body)},`,
    form.length > 0 && "  body: form,",
    "});",
    "console.log(response.status, await response.text());",
  );
}

function python(request: SnippetRequest): string {
  const { method, url, body, parts = {} } = request;
  const entries = Object.entries(parts);
  const files = entries.flatMap(([name, value]) =>
    typeof value === "string" ? [] : [`        ${quoted(name)}: open(${quoted(value.fileName)}, "rb"),`],
  );
  const data = entries.flatMap(([name, value]) =>
    typeof value === "string" ? [`        ${quoted(name)}: ${quoted(value)},`] : [],
  );
  return lines(
    isSecret(request) && "import os",
    "import requests",
    "",
    "response = requests.request(",
    `    ${quoted(method)},`,
    `    ${quoted(url)},`,
    "    headers={",
    isSecret(request) && `        "Authorization": ${joined(request, (name) => `os.environ["${name}"]`)},`,
    others(request).map(([name, value]) => `        ${quoted(name)}: ${quoted(value)},`),
    "    },",
    body !== undefined && `    data=${quoted(body)}.encode(),`,
    data.length > 0 && ["    data={", ...data, "    },"],
    files.length > 0 && ["    files={", ...files, "    },"],
    ")",
    "print(response.status_code, response.text)",
  );
}

function java(request: SnippetRequest): string {
  const { method, url, body } = request;
  const publisher = body === undefined ? "noBody()" : `ofString(${quoted(body)})`;
  return lines(
    "import java.net.URI;",
    "import java.net.http.*;",
    "",
    "var request = HttpRequest.newBuilder()",
    `    .uri(URI.create(${quoted(url)}))`,
    isSecret(request) && `    .header("Authorization", ${joined(request, (name) => `System.getenv("${name}")`)})`,
    others(request).map(([name, value]) => `    .header(${quoted(name)}, ${quoted(value)})`),
    `    .method(${quoted(method)}, HttpRequest.BodyPublishers.${publisher})`,
    "    .build();",
    "var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());",
    'System.out.println(response.statusCode() + " " + response.body());',
  );
}

function csharp(request: SnippetRequest): string {
  const { method, url, body, headers } = request;
  const [, type = "application/json"] = others(request).find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return lines(
    "using var client = new HttpClient();",
    `using var request = new HttpRequestMessage(new HttpMethod(${quoted(method)}), ${quoted(url)});`,
    isSecret(request) &&
      `request.Headers.TryAddWithoutValidation("Authorization", ${joined(request, (name) => `Environment.GetEnvironmentVariable("${name}")`)});`,
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== "content-type")
      .map(([name, value]) => `request.Headers.TryAddWithoutValidation(${quoted(name)}, ${quoted(value)});`),
    body !== undefined &&
      `request.Content = new StringContent(${quoted(body)}, System.Text.Encoding.UTF8, ${quoted(type)});`,
    "using var response = await client.SendAsync(request);",
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  );
}

function php(request: SnippetRequest): string {
  const { method, url, body } = request;
  return lines(
    "<?php",
    `$request = curl_init(${single(url)});`,
    "curl_setopt_array($request, [",
    `    CURLOPT_CUSTOMREQUEST => ${single(method)},`,
    "    CURLOPT_RETURNTRANSFER => true,",
    "    CURLOPT_HTTPHEADER => [",
    isSecret(request) &&
      `        'Authorization: ' . ${joined(request, (name) => `getenv('${name}')`, single, " . ")},`,
    others(request).map(([name, value]) => `        ${single(`${name}: ${value}`)},`),
    "    ],",
    body !== undefined && `    CURLOPT_POSTFIELDS => ${single(body)},`,
    "]);",
    "$response = curl_exec($request);",
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $response;",
  );
}

function go(request: SnippetRequest): string {
  const { method, url, body } = request;
  const imports = [
    "fmt",
    "io",
    "net/http",
    ...(isSecret(request) ? ["os"] : []),
    ...(body === undefined ? [] : ["strings"]),
  ];
  return lines(
    "package main",
    "",
    "import (",
    imports.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    `\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${body === undefined ? "nil" : `strings.NewReader(${quoted(body)})`})`,
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    isSecret(request) && `\trequest.Header.Set("Authorization", ${joined(request, (name) => `os.Getenv("${name}")`)})`,
    others(request).map(([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`),
    "\tresponse, err := http.DefaultClient.Do(request)",
    "\tif err != nil {",
    "\t\tpanic(err)",
    "\t}",
    "\tdefer response.Body.Close()",
    "\ttext, _ := io.ReadAll(response.Body)",
    "\tfmt.Println(response.StatusCode, string(text))",
    "}",
  );
}

/** The languages in which a request can be shown. */
export const LANGUAGES = {
  curl: { label: "cURL", sendsFiles: true, write: curl },
  javascript: { label: "JavaScript", sendsFiles: true, write: javascript },
  python: { label: "Python", sendsFiles: true, write: python },
  java: { label: "Java", sendsFiles: false, write: java },
  csharp: { label: "C#", sendsFiles: false, write: csharp },
  php: { label: "PHP", sendsFiles: false, write: php },
  go: { label: "Go", sendsFiles: false, write: go },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as LanguageName[];
