import { styleText } from "node:util";
import type { World } from "./world.ts";

type Style = Parameters<typeof styleText>[0];

/** The output of a command. With `--json` only its result is on standard output, and everything else is left out. */
export type Printer = {
  isJson: boolean;
  /** A line for people, on standard output. */
  line: (text?: string) => void;
  /** Progress and remarks, on standard error. */
  note: (text: string) => void;
  /** The result of the command, for programs. */
  result: (value: unknown) => void;
  /** Aligned columns; empty without rows. */
  table: (rows: readonly (readonly string[])[]) => void;
  /** Colors text on terminals with color support. */
  color: (style: Style, text: string) => string;
};

export function createPrinter(
  { output, errors, env }: Pick<World, "output" | "errors" | "env">,
  isJson: boolean,
): Printer {
  const isColored = !env.NO_COLOR && (output as { isTTY?: boolean }).isTTY === true;
  const line = (text = "") => void (isJson || output.write(`${text}\n`));
  return {
    isJson,
    line,
    note: (text) => void (isJson || errors.write(`${text}\n`)),
    result: (value) => void (isJson && output.write(`${JSON.stringify(value, null, 2)}\n`)),
    table(rows) {
      const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
      for (const row of rows)
        line(
          row
            .map((cell, at) => cell.padEnd(widths[at] ?? 0))
            .join("  ")
            .trimEnd(),
        );
    },
    color: (style, text) => (isColored ? styleText(style, text, { validateStream: false }) : text),
  };
}
