import type { Resource } from "../shape.ts";
import { calledResources, isOfOne, labelOf, wordsOf } from "./called-resources.ts";
import type { ChecklistRule } from "./checklist-rule.ts";
import { singular } from "./plural.ts";

/** The verbs at the beginning of descriptions, by method; the first is proposed. Others suit any method. */
const VERBS: Record<Resource["method"], readonly string[]> = {
  GET: ["get", "list", "find", "search", "read", "retrieve", "return", "download", "check", "show", "count"],
  POST: ["create", "add", "upload", "send", "post", "search"],
  PUT: ["replace", "update", "set", "upload"],
  PATCH: ["update", "change"],
  DELETE: ["delete", "remove", "cancel", "revoke"],
};
const KNOWN = new Set(Object.values(VERBS).flat());

export const descriptions: ChecklistRule = {
  rule: "descriptions",
  title: "Every resource has a description that begins with what its method does",
  find: (element) =>
    calledResources(element).flatMap(({ resource, at }) => {
      const { description = "" } = resource;
      const verb = verbOf(description);
      const isMissing = description.trim() === "";
      const isOfOther = KNOWN.has(verb) && !VERBS[resource.method].includes(verb);
      if (!isMissing && !isOfOther) return [];
      const proposal = proposalFor(resource);
      return [
        {
          path: ["resources", at, "description"],
          message: isMissing
            ? `${labelOf(resource)} has no description. Write one, such as "${proposal}".`
            : `${labelOf(resource)}: "${description.slice(0, 60)}" does not describe a ${resource.method}. Write, for example, "${proposal}".`,
          fix: [{ path: ["resources", at, "description"], value: proposal }],
        },
      ];
    }),
};

/** "Lists" and "List" are the same verb. */
function verbOf(description: string): string {
  const first = /^\s*(\w+)/.exec(description)?.[1]?.toLowerCase() ?? "";
  return (
    [first, first.replace(/s$/, ""), first.replace(/es$/, ""), first.replace(/ies$/, "y")].find((verb) =>
      KNOWN.has(verb),
    ) ?? first
  );
}

function proposalFor(resource: Resource): string {
  const { method } = resource;
  const many = (wordsOf(resource).at(-1) ?? "record").replaceAll(/[-_]/g, " ");
  const isList = method === "GET" && !isOfOne(resource);
  const one = singular(many);
  const verb = isList ? "list" : (VERBS[method][0] ?? "");
  const object = isList ? many : `${/^[aeiou]/i.test(one) ? "an" : "a"} ${one}`;
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${object}`;
}
