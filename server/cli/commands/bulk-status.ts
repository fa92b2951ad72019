import { type BulkJob, INSTANCE, statusLine, tokenOf } from "../bulk.ts";
import { defineCommand } from "../command.ts";

export const bulkStatus = defineCommand<{ instance?: string }>({
  name: "bulk status",
  parameters: "<job>",
  summary: "Show how far a bulk job is",
  options: [INSTANCE],
  examples: ["formulary bulk status 31 --instance 12"],
  async run({ api, print }, { instance }, id = "") {
    const calls = await api();
    const token = await tokenOf(calls, instance);
    const job: BulkJob = await calls.json("GET", `/bulk/${encodeURIComponent(id)}/status`, { token });
    print.line(statusLine(job));
    print.result(job);
  },
});
