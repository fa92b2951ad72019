import { isLibrary } from "../script/libraries.ts";
import { readScript } from "../script/read-script.ts";
import { syntaxErrorOf, syntaxProblemText } from "../script/syntax-error.ts";
import type { DefinitionFinding } from "./definition-kind.ts";

/** Why a script does not run here. `where` is its owner, as in `Step "send"`. */
export function scriptFindings(
  where: string,
  body: unknown,
  calls: { mayCall: boolean; mayAwait?: boolean },
): DefinitionFinding[] {
  const fails = (problem: string): DefinitionFinding => ({ severity: "fails", message: `${where}: ${problem}` });
  if (typeof body !== "string" || body.trim() === "") return [fails("the script is missing.")];
  const { isUnreadable, requires, uses } = readScript(body);
  if (isUnreadable) return [fails("the script is too long or too deeply nested to be read.")];
  const syntaxError = syntaxErrorOf(body, calls);
  const lineOf = (start: number) => body.slice(0, start).split("\n").length;
  const usesJava = uses.some(({ name, members: [first] }) =>
    name === "Java" ? first?.name === "type" : name === "Packages",
  );
  return [
    ...(syntaxError ? [fails(`${syntaxProblemText(syntaxError)}.`)] : []),
    ...requires
      .filter(({ module }) => !isLibrary(module, calls))
      .map(({ module, start }) => fails(`line ${lineOf(start)} requires ${shown(module)}, which scripts do not have.`)),
    ...(usesJava ? [fails("it uses Java classes, which scripts do not have.")] : []),
  ];
}

const shown = (module: string) => JSON.stringify(module.slice(0, 100));
