import { type BulkJob, INSTANCE, statusLine, tokenOf } from "../bulk.ts";
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
    const job: BulkJob = await calls.json("PUT", `/bulk/${encodeURIComponent(id)}/cancel`, { token });
    print.line(statusLine(job));
    print.result(job);
  },
});
