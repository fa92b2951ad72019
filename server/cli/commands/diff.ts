import { createTwoFilesPatch } from "diff";
import { fileOfScript, scriptInFile } from "#server/definition-files/script-text.ts";
import { defineCommand } from "../command.ts";
import { counterparts } from "../counterparts.ts";
import { CHOICE, type Chosen, fetchDefinitions, isChosen } from "../definitions.ts";
import { type Folder, isExported, readFolder } from "../folder.ts";
import { folderToRead } from "../paths.ts";
import { EXIT } from "../world.ts";

export const diff = defineCommand<Chosen>({
  name: "diff",
  parameters: "[folder]",
  summary: "Compare a folder with what is published; ends with 2 if they differ",
  options: CHOICE,
  examples: ["formulary diff integrations", "formulary diff --name 'Sync contacts'"],
  async run({ api, print, world }, chosen, folder = ".") {
    const here = comparable(await readFolder(await folderToRead(world, folder)));
    const there = comparable(await fetchDefinitions(await api(), chosen));
    const differences = counterparts(there, here).flatMap(({ file, published, local }) => {
      if (published === local || (published === undefined && (isChosen(chosen) || !isExported(file)))) return [];
      const state = published === undefined ? "new" : local === undefined ? "missing" : "changed";
      const patch = patchOf(file, { published, local, folder });
      return [{ file, state, patch }];
    });
    for (const { patch } of differences)
      for (const line of patch.split("\n").slice(1, -1)) print.line(colored(line, print.color));
    if (differences.length === 0) print.line("No differences.");
    print.result({ differences });
    return differences.length === 0 ? EXIT.success : EXIT.differs;
  },
});

/** Scripts with the same end, as a newline that an editor adds or removes there is no difference. */
const comparable = (files: Folder): Folder =>
  new Map(
    [...files].map(([file, text]) => [file, /\.js$/i.test(file) ? fileOfScript(scriptInFile(text)) : text] as const),
  );

type Differing = { published: string | undefined; local: string | undefined; folder: string };

/** A patch with paths in plain letters, which the library would write as octal numbers. */
function patchOf(file: string, { published = "", local = "", folder }: Differing): string {
  const lines = createTwoFilesPatch("", "", published, local).split("\n");
  const from = lines.findIndex((line) => line.startsWith("--- "));
  return [
    ...lines.slice(0, from),
    ...[`--- published/${file}`, `+++ ${folder}/${file}`],
    ...lines.slice(from + 2),
  ].join("\n");
}

const colored = (line: string, color: (style: "red" | "green" | "cyan", text: string) => string): string =>
  line.startsWith("+")
    ? color("green", line)
    : line.startsWith("-")
      ? color("red", line)
      : line.startsWith("@")
        ? color("cyan", line)
        : line;
