import type { Resource } from "../shape.ts";

const VERBS = { GET: "get", POST: "create", PATCH: "update", PUT: "replace", DELETE: "delete" } as const;

/** `getContacts`, `createContact`, `getContactById`, `getContactActivities`. `path` is without the hub. */
export function operationIdOf({ method, path }: Pick<Resource, "method" | "path">): string {
  const segments = path.split("/").filter(Boolean);
  const names = segments.filter((segment) => !segment.includes("{"));
  const isOne = segments.at(-1)?.includes("{") ?? false;
  const isMany = !isOne && method !== "POST";
  const words = names.map((name, at) => capital(isMany && at === names.length - 1 ? name : singular(name)));
  return `${VERBS[method]}${words.join("")}${isOne ? "ById" : ""}`;
}

function singular(word: string): string {
  if (/(?:ss|us|is)$/i.test(word)) return word;
  if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes)$/i.test(word)) return word.slice(0, -2);
  return word.replace(/s$/i, "");
}

const capital = (word: string): string =>
  word
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
