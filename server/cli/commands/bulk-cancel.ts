import { INSTANCE, readJob, statusLine, tokenOf } from "../bulk.ts";
import { defineCommand } from "../command.ts";

export const bulkCancel = defineCommand<{ instance?: string }>({
  name: "bulk cancel",
  parameters: "<job>",
  summary: "Cancel a bulk job",
  options: [INSTANCE],
  examples: ["formulary bulk cancel 31 --instance 12"],
  async run({ api, print }, { instance }, id = "") {
    const calls = await api();
    const token = await tokenOf(calls, instance);
    const job = await readJob(calls, { id, token, cancel: true });
    print.line(statusLine(job));
    print.result(job);
  },
});
