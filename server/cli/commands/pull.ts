import { defineCommand } from "../command.ts";
import { CHOICE, type Chosen, fetchDefinitions, isChosen } from "../definitions.ts";
import { writeFolder } from "../folder.ts";
import { folderToWrite } from "../paths.ts";

export const pull = defineCommand<Chosen>({
  name: "pull",
  parameters: "[folder]",
  summary: "Write formulas, elements and common resources to a folder, for a repository",
  options: CHOICE,
  examples: ["formulary pull integrations", "formulary pull --type formula"],
  async run({ api, print, world }, chosen, folder = ".") {
    const place = await folderToWrite(world, folder);
    const files = await fetchDefinitions(await api(), chosen);
    const done = await writeFolder(place, files, { isWhole: !isChosen(chosen) });
    for (const file of done.written) print.line(`written  ${file}`);
    for (const file of done.deleted) print.line(`deleted  ${file}`);
    print.line(
      done.written.length + done.deleted.length === 0
        ? `Nothing to write: ${folder} is up to date.`
        : `${done.written.length} written, ${done.deleted.length} deleted, ${files.size} in all.`,
    );
    print.result({ files: files.size, ...done });
  },
});
