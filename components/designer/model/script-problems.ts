import { hasRoot, IDENTIFIER } from "#server/formula/path.ts";
import { pathWithKey } from "#server/formula/variable-names.ts";
import { readScript } from "#server/script/read-script.ts";
import type { Use } from "#server/script/script.ts";
import type { Draft, PartRef } from "./draft.ts";
import type { Problem } from "./problem.ts";
import { nowhere } from "./references-in.ts";
import type { Speech } from "./speech.ts";

/**
 * The syntax error of a script, or what it reads and does not exist: it may be saved, and fails or reads undefined when
 * a run reaches it.
 */
export function scriptProblems(draft: Draft, at: PartRef, property: string, code: unknown, speech: Speech): Problem[] {
  if (typeof code !== "string") return [];
  const { mistake, uses } = readScript(code);
  const hint = (message: string): Problem => ({ severity: "hint", message, at, property });
  if (mistake) {
    const { line, message } = mistake;
    return [hint(speech.t("problems.brokenScript", { line: String(line), message }))];
  }
  const messages = uses.flatMap((use) => messageOf(draft, at, use, speech) ?? []);
  return [...new Set(messages)].map(hint);
}

function messageOf(draft: Draft, at: PartRef, { name: root, members }: Use, speech: Speech): string | undefined {
  const name = members[0]?.name;
  if (!hasRoot(root) || name === undefined) return undefined;
  // A member is one name, also with dots in it.
  const path = pathWithKey(`${root}['${name}']`, draft.configuration);
  const reference = IDENTIFIER.test(name) ? `${root}.${name}` : `${root}[${JSON.stringify(name)}]`;
  return nowhere(draft, at, path, reference, speech)?.message;
}
