import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { followJob, INSTANCE, statusLine, tokenOf } from "../bulk.ts";
import { defineCommand } from "../command.ts";
import { fileToWrite } from "../paths.ts";
import { CommandError, EXIT } from "../world.ts";

type Options = {
  instance?: string;
  where?: string;
  fields?: string;
  from?: string;
  to?: string;
  format: string;
  output?: string;
  continue?: string;
  escapeFormulas: boolean;
};

const TYPES: Readonly<Record<string, string>> = { json: "application/json", csv: "text/csv" };

export const bulkDownload = defineCommand<Options>({
  name: "bulk download",
  parameters: "<object>",
  summary: "Download all rows of an object",
  options: [
    INSTANCE,
    ["--where <condition>", "such as \"city='London'\""],
    ["--fields <names>", "separated by commas"],
    ["--from <date>", "rows that changed since then"],
    ["--to <date>", "rows that changed before then"],
    ["--format <format>", "json (lines) or csv", "json"],
    ["-o, --output <file>", "the file; without it standard output"],
    [
      "--no-escape-formulas",
      "in CSV, no quote before texts that a spreadsheet would execute (they begin with = + - @)",
    ],
    ["--continue <job>", "continue where an earlier job ended"],
  ],
  examples: ["formulary bulk download contacts --instance 12 --format csv -o contacts.csv"],
  async run(
    { api, print, world },
    { format, output, continue: continueFromJobId, escapeFormulas, ...options },
    object = "",
  ) {
    const accept = TYPES[format];
    if (!accept) throw new CommandError("--format: must be json or csv.");
    const place = output === undefined ? undefined : await fileToWrite(world, output);
    const calls = await api();
    const token = await tokenOf(calls, options.instance);
    const { where, fields = "*", from, to } = options;
    const q = `select ${fields} from ${object}${where === undefined ? "" : ` where ${where}`}`;
    const { id } = await calls.json("POST", "/bulk/query", { token, query: { q, from, to, continueFromJobId } });
    const job = await followJob({ calls, print, world, token }, String(id));
    if (job.status !== "COMPLETED") throw new CommandError(statusLine(job));
    print.note(statusLine(job));
    const file = `/bulk/${encodeURIComponent(String(id))}/${encodeURIComponent(object)}`;
    const response = await calls.send("GET", file, {
      token,
      query: { escapeFormulas: String(escapeFormulas) },
      headers: { accept },
    });
    const rows = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    if (place === undefined) await pipeline(rows, world.output, { end: false });
    else {
      await pipeline(rows, createWriteStream(place));
      print.line(`${job.recordsCount} rows in ${output}.`);
      print.result(job);
    }
    return EXIT.success;
  },
});
