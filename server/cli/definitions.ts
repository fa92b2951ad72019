import { readZippedFiles, zipFiles } from "#server/api/zipped-files.ts";
import type { ImportAction } from "#server/definition-files/plan-definitions.ts";
import type { Api } from "./api.ts";
import type { Folder } from "./folder.ts";
import { CommandError } from "./world.ts";

/** The definitions that options select. */
export type Chosen = { type?: readonly string[]; name?: readonly string[] };

export const CHOICE = [
  ["-t, --type <type>", "only formula, element or commonResource; can be repeated", []],
  ["-n, --name <name>", "only the one with this name or key; can be repeated", []],
] as const;

export const isChosen = ({ type = [], name = [] }: Chosen): boolean => type.length + name.length > 0;

/** The definitions of the account as files. */
export async function fetchDefinitions(api: Api, { type = [], name = [] }: Chosen): Promise<Folder> {
  const query = { "types[]": type, "names[]": name };
  const response = await api.send("GET", "/definitions/export", { query, headers: { accept: "application/zip" } });
  return readZippedFiles(new Uint8Array(await response.arrayBuffer()));
}

export type Planned = {
  type: string;
  name: string;
  path: string;
  action: ImportAction;
  /** Identifies the definition that it was compared with. */
  revision: string;
  error?: string;
  findings: { severity: string; message: string }[];
};
export type Plan = {
  definitions: Planned[];
  instances: { instance: { id: number; name?: string }; where: string[]; bound?: { id: number; name?: string } }[];
  skipped: { path: string; message: string }[];
};

type Options = {
  instances: Record<string, number>;
  except: readonly { type: string; name: string }[];
  skipBlocked: boolean;
  /** The definitions of the plan that was shown. */
  basedOn?: readonly { type: string; name: string; revision: string }[];
};

/** Sends the files of a folder to be planned or imported. */
export async function sendDefinitions(
  api: Api,
  to: "import" | "import/plan",
  files: Folder,
  options: Options,
): Promise<Plan> {
  const form = new FormData();
  form.set("options", JSON.stringify(options));
  form.set("file", new Blob([(await zipFiles(files)) as Uint8Array<ArrayBuffer>]), "definitions.zip");
  return api.json("POST", `/definitions/${to}`, { body: form });
}

/** `4711=12` pairs: the id of an element instance in the files, and of the one that replaces it. */
export function readBindings(pairs: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, from = "", to] = /^(\d+)=(\d+)$/.exec(pair) ?? [];
      if (from === "") throw new CommandError(`--instance ${pair}: write it as <id in the files>=<id here>.`);
      return [from, Number(to)];
    }),
  );
}

/** `formula Sync contacts`: a definition as plans list it. */
export const readDefinitionNames = (texts: readonly string[]): { type: string; name: string }[] =>
  texts.map((text) => {
    const [, type = "", name = ""] = /^(\w+) (.+)$/s.exec(text) ?? [];
    if (type === "") throw new CommandError(`--except ${text}: write it as <type> <name>, such as "formula Sync".`);
    return { type, name };
  });
