import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { defineCommand, type Run } from "../command.ts";
import { followExecution } from "../executions.ts";
import { fileToRead } from "../paths.ts";
import { CommandError, EXIT } from "../world.ts";

type Options = { input?: string; data?: string; wait: boolean };

export const run = defineCommand<Options>({
  name: "run",
  parameters: "<formulaInstanceId>",
  summary: "Run a formula instance and follow it; ends with 1 if it fails",
  options: [
    ["-i, --input <file>", "a JSON file with the input of the trigger; - reads standard input"],
    ["-d, --data <json>", "the input itself"],
    ["--no-wait", "do not wait for the end"],
  ],
  examples: ["formulary run 7", `formulary run 7 --data '{ "id": 42 }'`, "echo '{}' | formulary run 7 --input -"],
  async run({ api, print, world }, options, formulaInstanceId = "") {
    const calls = await api();
    const body = await inputOf(world, options);
    const place = `/formulas/instances/${encodeURIComponent(formulaInstanceId)}/executions`;
    const started = (await calls.json("POST", place, { body })) as { id: number }[];
    for (const { id } of started) print.note(`Execution ${id} started.`);
    if (!options.wait) {
      print.result(started);
      print.line(started.map(({ id }) => String(id)).join("\n"));
      return EXIT.success;
    }
    let exitCode: number = EXIT.success;
    for (const { id } of started) exitCode = Math.max(exitCode, await followExecution({ calls, print, world }, id));
    return exitCode;
  },
});

async function inputOf(world: Run["world"], options: Pick<Options, "input" | "data">): Promise<unknown> {
  if (options.input !== undefined && options.data !== undefined)
    throw new CommandError("Give either --input or --data.");
  const text =
    options.input === "-"
      ? await textOf(world.input)
      : options.input !== undefined
        ? await readFile(await fileToRead(world, options.input), "utf8")
        : (options.data ?? "{}");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`The input is not valid JSON: ${(error as Error).message}.`);
  }
}
