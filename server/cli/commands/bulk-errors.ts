import { INSTANCE, readJob, statusLine, tokenOf } from "../bulk.ts";
import { defineCommand } from "../command.ts";

export const bulkErrors = defineCommand<{ instance?: string }>({
  name: "bulk errors",
  parameters: "<job>",
  summary: "List the rows that a bulk job could not write",
  options: [INSTANCE],
  examples: ["formulary bulk errors 31 --instance 12"],
  async run({ api, print }, { instance }, id = "") {
    const calls = await api();
    const token = await tokenOf(calls, instance);
    const errors: { row?: number; status?: number; message?: string }[] = [];
    for (let page = 1; ; page++) {
      const query = { pageSize: 200, page };
      const found = await calls.json("GET", `/bulk/${encodeURIComponent(id)}/errors`, { token, query });
      errors.push(...found);
      if (found.length < query.pageSize) break;
    }
    print.table(errors.map(({ row, status, message = "" }) => [`row ${row}`, String(status ?? ""), message]));
    if (errors.length === 0) {
      const job = await readJob(calls, { id, token });
      print.line(
        job.status === "FAILED" ? `No row was refused, but the job failed.\n${statusLine(job)}` : "No row failed.",
      );
    }
    print.result(errors);
  },
});
