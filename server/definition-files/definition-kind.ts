/** The JSON of one definition, as a file contains it. */
export type DefinitionJson = Record<string, unknown>;

/** A script inside a definition: a separate file has the text, and `holder[key]` has it after they are joined. */
export type ScriptPlace = {
  holder: Record<string, unknown>;
  key: string;
  /** The path of its file, below the folder of the definition. */
  file: string;
  /** Alternative file names, case-insensitive. */
  otherFiles?: readonly string[];
};

/** A reference of a definition to another: by name, or by an id of the exporting system, stored in `holder[key]`. */
export type DefinitionReference = {
  to: DefinitionType | "elementInstance";
  /** The referring part, as in `formulaId of step "send"`. */
  where: string;
  name?: string | undefined;
  id?: { value: number; holder: Record<string, unknown>; key: string };
  /** Its part is left out if the target does not exist. */
  isOptional?: boolean;
};

/**
 * A difference after the import: `blocked` cannot be saved, `fails` is saved and fails when it runs, `changes` behaves
 * differently.
 */
export type DefinitionFinding = { severity: "blocked" | "fails" | "changes"; message: string };

export type DefinitionType = "element" | "elementExtension" | "commonResource" | "formula" | "formulaTest";

/** One kind of definition in files. To add one: write its file and a row in the registry. */
export type DefinitionKind = {
  noun: DefinitionType;
  /** As in "the element salesforce". */
  label: string;
  /**
   * The folders of this kind, first the one that is written; and the file names in a definition's own folder, likewise.
   */
  folders: readonly [string, ...string[]];
  files: readonly [string, ...string[]];
  /** Whether JSON in a file of any name is of this kind. */
  isOne: (json: DefinitionJson) => boolean;
  /** The identifying name in an organization; undefined if it has none. */
  nameOf: (json: DefinitionJson) => string | undefined;
  scriptsOf: (json: DefinitionJson) => ScriptPlace[];
  referencesOf: (json: DefinitionJson) => DefinitionReference[];
  /** Complete definitions inside of this one, since some exports embed those that it names. */
  nestedIn?: (json: DefinitionJson) => DefinitionJson[];
  /** The definitions in a file that has several in one object; null for other files. */
  severalIn?: (json: DefinitionJson) => DefinitionJson[] | null;
  /** `before` is the definition that it replaces. */
  findingsOf: (json: DefinitionJson, before?: DefinitionJson) => DefinitionFinding[];
  /**
   * The definition without data of its system: dates, ids, and derived fields. Two equal definitions have the same
   * form.
   */
  normalized: (json: DefinitionJson) => DefinitionJson;
  /** Dropped fields that are also written to the file, so that references can be resolved elsewhere. */
  alsoWritten?: (json: DefinitionJson) => DefinitionJson;
};
