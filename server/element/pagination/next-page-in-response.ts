import { isRecord } from "../bare-record.ts";
import { pathPart } from "../data-path.ts";
import { nextInLinkHeader } from "./link-header.ts";
import { NESTED_NEXT, NEXT_FIELDS, NEXT_HEADERS, PAGING_OBJECTS, plainName } from "./next-page-names.ts";

const DEEPEST = 4;

/** The `nextPageKey` for a sample response of a provider; undefined if it shows none. */
export function nextPageInResponse(headers: Readonly<Record<string, string>>, body: unknown): string | undefined {
  return nextIn(body, DEEPEST, false) ?? nextHeader(headers);
}

function nextIn(value: unknown, levels: number, isAboutPages: boolean): string | undefined {
  if (!isRecord(value) || levels === 0) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const plain = plainName(name);
    const isNamed = NEXT_FIELDS.has(plain) || (isAboutPages && NESTED_NEXT.has(plain));
    if (isNamed && (typeof inner === "string" || typeof inner === "number") && inner !== "") return pathPart(name);
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!PAGING_OBJECTS.has(plainName(name))) continue;
    const found = nextIn(inner, levels - 1, true);
    if (found !== undefined) return `${pathPart(name)}.${found}`;
  }
  return undefined;
}

function nextHeader(headers: Readonly<Record<string, string>>): string | undefined {
  const link = Object.entries(headers).find(
    ([name, value]) => /^link$/i.test(name) && nextInLinkHeader(value) !== undefined,
  );
  const [name] = link ?? Object.entries(headers).find(([one]) => NEXT_HEADERS.has(plainName(one))) ?? [];
  return name && `header:${name}`;
}
