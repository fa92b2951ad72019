import { INSTANCE, readJob, statusLine, tokenOf } from "../bulk.ts";
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
    const job = await readJob(calls, { id, token });
    print.line(statusLine(job));
    print.result(job);
  },
});
