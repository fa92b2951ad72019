import { defineCommand } from "../command.ts";
import { followExecution, type Step } from "../executions.ts";
import { CommandError } from "../world.ts";

type Options = { from?: string; revision: string; wait: boolean };

const CURRENT = "current";

export const replay = defineCommand<Options>({
  name: "replay",
  parameters: "<executionId>",
  summary: "Run an execution again with the same input, and follow it",
  options: [
    ["--from <step>", "begin at this step, with what the steps before it returned"],
    ["--revision <revision>", "with --from: current, or ran for the one that ran then", CURRENT],
    ["--no-wait", "do not wait for the end"],
  ],
  examples: ["formulary replay 1234", "formulary replay 1234 --from send"],
  async run({ api, print, world }, { from, revision, wait }, executionId = "") {
    if (from === undefined && revision !== CURRENT)
      throw new CommandError("--revision: needs --from. An execution that begins anew runs the current revision.");
    const calls = await api();
    const place = `/formulas/instances/executions/${encodeURIComponent(executionId)}`;
    const steps: Step[] = [];
    if (from !== undefined) for await (const step of calls.list(`${place}/steps`)) steps.push(step);
    const named = steps.filter(({ stepName }) => stepName === from);
    // The steps are newest first; a step of a loop ran several times.
    const step = named.at(-1);
    if (from !== undefined && !step)
      throw new CommandError(
        `Execution ${executionId} has no step ${from}. It has ${[...new Set(steps.map(({ stepName }) => stepName))].join(", ")}.`,
      );
    const query = step ? { stepExecutionId: step.id, revision } : {};
    const again = await calls.json("PUT", `${place}/retries`, { query });
    print.note(`Execution ${again.id} started.`);
    if (wait) return followExecution({ calls, print, world }, again.id);
    print.line(String(again.id));
    print.result(again);
  },
});
