import { openAsBlob } from "node:fs";
import path from "node:path";
import { followJob, INSTANCE, statusLine, tokenOf } from "../bulk.ts";
import { defineCommand } from "../command.ts";
import { fileToRead } from "../paths.ts";
import { CommandError, EXIT } from "../world.ts";

type Options = { instance?: string; format?: string; identifier?: string; escapeFormulas: boolean; wait: boolean };

export const bulkUpload = defineCommand<Options>({
  name: "bulk upload",
  parameters: "<object> <file>",
  summary: "Write the rows of a file to a provider; ends with 1 if rows failed",
  options: [
    INSTANCE,
    ["--format <format>", "json or csv; without it the name of the file decides"],
    ["--identifier <field>", "update the object that has the same value of this field"],
    ["--no-escape-formulas", "in CSV, a quote before = + - @ is part of the text: for a file of the same option"],
    ["--no-wait", "do not wait for the end"],
  ],
  examples: ["formulary bulk upload contacts contacts.csv --instance 12 --identifier email"],
  async run({ api, print, world }, { instance, format, identifier, escapeFormulas, wait }, object = "", file = "") {
    if (format !== undefined && format !== "json" && format !== "csv")
      throw new CommandError("--format: must be json or csv.");
    const rows = await openAsBlob(await fileToRead(world, file));
    if (rows.size === 0) throw new CommandError(`${file}: the file is empty. Choose one with rows.`);
    const calls = await api();
    const token = await tokenOf(calls, instance);
    const form = new FormData();
    form.set(
      "metaData",
      JSON.stringify({
        ...(format && { format }),
        ...(identifier && { identifierFieldName: identifier }),
        ...(!escapeFormulas && { escapeFormulas }),
      }),
    );
    // Reads the file while it is sent, so it may be larger than the memory.
    form.set("file", rows, path.basename(file));
    const { id } = await calls.json("POST", `/bulk/${encodeURIComponent(object)}`, { token, body: form });
    if (!wait) {
      print.line(String(id));
      print.result({ id });
      return EXIT.success;
    }
    const job = await followJob({ calls, print, world, token }, String(id));
    print.line(statusLine(job));
    print.result(job);
    return job.status === "COMPLETED" && job.recordsFailedCount === 0 ? EXIT.success : EXIT.failed;
  },
});
