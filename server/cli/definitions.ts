import { readZippedFiles, zipFiles } from "#server/api/zipped-files.ts";
import type { ImportAction } from "#server/definition-files/plan-definitions.ts";
import type { Api } from "./api.ts";
import type { Folder } from "./folder.ts";
import { checkTypes, namesIn, refuseUnpublished } from "./named-definitions.ts";

/** The definitions that options select. */
export type Chosen = { type?: readonly string[]; name?: readonly string[] };

export const CHOICE = [
  ["-t, --type <type>", "only this type, such as formula; can be repeated", []],
  ["-n, --name <name>", "only the one with this name or key; can be repeated", []],
] as const;

export const isChosen = ({ type = [], name = [] }: Chosen): boolean => type.length + name.length > 0;

/** The definitions of the account as files. Refuses (CommandError) a type that does not exist, and a name without one. */
export async function fetchDefinitions(api: Api, { type = [], name = [] }: Chosen): Promise<Folder> {
  checkTypes(type);
  const files = await fetchFiles(api, { type, name });
  if (name.length === 0) return files;
  const found = new Set(namesIn(files));
  const missing = name.find((one) => !found.has(one));
  return missing === undefined ? files : refuseUnpublished(missing, namesIn(await fetchFiles(api, { type })));
}

async function fetchFiles(api: Api, { type = [], name = [] }: Chosen): Promise<Folder> {
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
