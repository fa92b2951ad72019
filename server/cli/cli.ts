import { Command, CommanderError } from "commander";
import { createApi } from "./api.ts";
import type { CliCommand } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { readCredentials } from "./credentials.ts";
import { createPrinter } from "./printer.ts";
import { CommandError, EXIT, type World } from "./world.ts";

/** Runs one command with the parameters after the program's name; returns the exit code. */
export async function cli(parameters: readonly string[], world: World, version: string): Promise<number> {
  const program = new Command("formulary")
    .description("Works with Formulary from a terminal, a script or a pipeline.")
    .version(version)
    .showHelpAfterError("Add --help for the parameters.");
  let exitCode: number = EXIT.success;
  for (const command of COMMANDS)
    add(program, command, async (options, given) => {
      exitCode = (await run(command, options, given, world)) || EXIT.success;
    });
  for (const one of everyCommand(program))
    one.exitOverride().configureOutput({
      writeOut: (text) => void world.output.write(text),
      writeErr: (text) => void world.errors.write(text),
    });
  try {
    await program.parseAsync([...parameters], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (world.signal.aborted) return EXIT.failed;
    // Such as a folder without write permission.
    const isOfSystem = error instanceof Error && "syscall" in error;
    if (!(error instanceof CommandError) && !isOfSystem) throw error;
    world.errors.write(`${error.message}\n`);
    return error instanceof CommandError ? error.exitCode : EXIT.failed;
  }
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

type Act = (options: Record<string, unknown>, given: string[]) => Promise<void>;

function add(program: Command, { name, aliases = [], parameters = "", ...described }: CliCommand, act: Act): void {
  const words = name.split(" ");
  const [own = ""] = words.slice(-1);
  const parent = words.length > 1 ? groupOf(program, words[0] ?? "") : program;
  const command = parent.command(`${own} ${parameters}`.trim()).description(described.summary).aliases(aliases);
  for (const [flags, description, initial] of described.options ?? []) {
    if (Array.isArray(initial))
      command.option(flags, description, (value, all: string[]) => [...all, value], [...initial]);
    else command.option(flags, description, initial as string | boolean | undefined);
  }
  command.option("--json", "write the result as JSON, for programs");
  command.addHelpText("after", `\nExamples:\n${described.examples.map((example) => `  ${example}`).join("\n")}`);
  command.action((...given: unknown[]) => {
    const options = given.at(-2) as Record<string, unknown>;
    return act(
      options,
      given
        .slice(0, -2)
        .filter((one) => one !== undefined)
        .flat() as string[],
    );
  });
}

const groupOf = (program: Command, name: string): Command =>
  program.commands.find((one) => one.name() === name) ??
  program.command(name).description(`Commands for ${name} jobs.`);

const run = ({ run: act }: CliCommand, options: Record<string, unknown>, given: string[], world: World) =>
  act(
    {
      world,
      print: createPrinter(world, options.json === true),
      api: async () => createApi(await readCredentials(world), world),
    },
    options,
    ...given,
  );
