import { setTimeout as sleep } from "node:timers/promises";
import { EXECUTION_STATUSES } from "#server/formula/execution-status.ts";
import { defineCommand } from "../command.ts";
import { type Execution, executionLine, IN_PROGRESS } from "../executions.ts";
import { CommandError } from "../world.ts";

type Options = { follow?: boolean; instance?: string; status?: string; limit: string };

const PAUSE_MS = 1000;

export const logs = defineCommand<Options>({
  name: "logs",
  summary: "List the latest executions, or follow them",
  options: [
    ["-f, --follow", "wait for more; each execution is shown when it ends"],
    ["--instance <id>", "only of this formula instance"],
    ["--status <status>", "only with this status, such as failed"],
    ["--limit <count>", "how many of the latest", "20"],
  ],
  examples: ["formulary logs", "formulary logs -f --status failed"],
  async run({ api, print, world }, { follow = false, instance, status, limit }) {
    if (status !== undefined && !(EXECUTION_STATUSES as readonly string[]).includes(status))
      throw new CommandError(`--status: must be one of ${EXECUTION_STATUSES.join(", ")}.`);
    const calls = await api();
    const most = Number(limit);
    if (!Number.isInteger(most) || most < 1) throw new CommandError("--limit: must be a whole number above 0.");
    const place =
      instance === undefined
        ? "/formulas/instances/executions"
        : `/formulas/instances/${encodeURIComponent(instance)}/executions`;
    const isWanted = (execution: Execution) => status === undefined || execution.status === status;
    const latest: Execution[] = [];
    for await (const execution of calls.list(place)) {
      if (isWanted(execution)) latest.push(execution);
      if (latest.length === most) break;
    }
    if (!follow) print.result(latest);
    const show = (execution: Execution) => {
      if (follow && print.isJson) world.output.write(`${JSON.stringify(execution)}\n`);
      else print.line(executionLine(execution, print));
    };
    for (const execution of latest.toReversed()) if (!follow || !IN_PROGRESS.has(execution.status)) show(execution);
    if (!follow) return;
    const shown = new Set(latest.filter((one) => !IN_PROGRESS.has(one.status)).map(({ id }) => id));
    const first = latest.at(-1)?.id ?? 0;
    while (!world.signal.aborted) {
      await sleep(PAUSE_MS, null, { signal: world.signal }).catch(() => {});
      if (world.signal.aborted) return;
      const page = (await calls.json("GET", place, { query: { pageSize: 200 } })) as Execution[];
      for (const execution of page.toReversed()) {
        if (execution.id < first || shown.has(execution.id) || IN_PROGRESS.has(execution.status)) continue;
        shown.add(execution.id);
        if (isWanted(execution)) show(execution);
      }
    }
  },
});
