import type { Api } from "./api.ts";
import type { Printer } from "./printer.ts";
import type { World } from "./world.ts";

/** The input of a command. */
export type Run = {
  world: World;
  print: Printer;
  /** The API of the login; refuses if there is none. */
  api: () => Promise<Api>;
};

/** One command. To add one: write its file and name it in commands.ts. */
// biome-ignore lint/suspicious/noExplicitAny: the options of a command are its own.
export type CliCommand<Options = any> = {
  /** Two words for a command of a group. */
  name: string;
  aliases?: readonly string[];
  /** As commander writes them: `<required>`, `[optional]`. */
  parameters?: string;
  summary: string;
  options?: readonly (readonly [flags: string, description: string, initial?: string | boolean | readonly string[]])[];
  examples: readonly string[];
  /** Returns the exit code; undefined is success. */
  run: (run: Run, options: Options, ...parameters: string[]) => Promise<number | undefined> | Promise<void>;
};

export const defineCommand = <Options = Record<string, never>>(command: CliCommand<Options>): CliCommand<Options> =>
  command;
