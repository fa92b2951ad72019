import { readScript } from "./read-script.ts";

type SyntaxProblem = { line: number; message: string };

/**
 * The first syntax error of a script: the check of every script in a definition. `mayAwait`: the script runs in an async
 * function if it awaits.
 */
export function syntaxErrorOf(body: string, { mayAwait = false } = {}): SyntaxProblem | undefined {
  const { mistake } = readScript(body);
  return mistake && !(mayAwait && mistake.isAwait) ? { line: mistake.line, message: mistake.message } : undefined;
}

/** `line 3 has a syntax error: Unexpected token` */
export const syntaxProblemText = ({ line, message }: SyntaxProblem) => `line ${line} has a syntax error: ${message}`;
