/** The JSON of one definition, as it stands in a file. */
export type DefinitionJson = Record<string, unknown>;

/** A script inside a definition: a file beside it has the text, and `holder[key]` has it once they are joined. */
export type ScriptPlace = {
  holder: Record<string, unknown>;
  key: string;
  /** Where it is written, below the folder of the definition. */
  file: string;
  /** Other names under which it is found, in whatever case. */
  otherFiles?: readonly string[];
};

/**
 * Something else that a definition names: by its name, or by an id of the system that it was exported from, which then
 * stands at `holder[key]`.
 */
export type DefinitionReference = {
  to: DefinitionType | "elementInstance";
  /** What names it, as in `formulaId of step "send"`. */
  where: string;
  name?: string | undefined;
  id?: { value: number; holder: Record<string, unknown>; key: string };
  /** What belongs to it is left out if it does not exist. */
  isOptional?: boolean;
};

/**
 * What will not be as it was: `blocked` cannot be saved, `fails` is saved and fails when it runs, `changes` works in another
 * way.
 */
export type DefinitionFinding = { severity: "blocked" | "fails" | "changes"; message: string };

export type DefinitionType = "element" | "elementExtension" | "commonResource" | "formula" | "formulaTest";

/** One kind of definition in files. Adding one is one file and a row in the registry. */
export type DefinitionKind = {
  noun: DefinitionType;
  /** As in "the element salesforce". */
  label: string;
  /** The folder of all of them, first the one that is written; and the file of one in its own folder, likewise. */
  folders: readonly [string, ...string[]];
  files: readonly [string, ...string[]];
  /** Whether JSON in a file of any name is one. */
  isOne: (json: DefinitionJson) => boolean;
  /** What identifies it in an organization; undefined if it has no name. */
  nameOf: (json: DefinitionJson) => string | undefined;
  scriptsOf: (json: DefinitionJson) => ScriptPlace[];
  referencesOf: (json: DefinitionJson) => DefinitionReference[];
  /** Whole definitions inside of one, as some exports have those that it names. */
  nestedIn?: (json: DefinitionJson) => DefinitionJson[];
  /** The definitions in a file that has several of them in one object; null if this is no such file. */
  severalIn?: (json: DefinitionJson) => DefinitionJson[] | null;
  findingsOf: (json: DefinitionJson) => DefinitionFinding[];
  /** Without what an export adds about its own system: dates, ids, and what is derived. Two of the same are equal. */
  normalized: (json: DefinitionJson) => DefinitionJson;
  /** What of that goes into a file beside it, so that references are found elsewhere. */
  alsoWritten?: (json: DefinitionJson) => DefinitionJson;
};
