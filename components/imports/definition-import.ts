import type { DefinitionFinding, DefinitionType } from "#server/definition-files/definition-kind.ts";
import type { ImportAction, PlannedInstance } from "#server/definition-files/plan-definitions.ts";
import { type Source, sendForm } from "../api/send-form.ts";

export type ImportedDefinition = {
  type: DefinitionType;
  name: string;
  path: string;
  action: ImportAction;
  id?: number;
  /** Identifies the definition that it was compared with. */
  revision: string;
  /** Why saving it was refused. */
  error?: string;
  findings: DefinitionFinding[];
};

/** The plan or the result of an import. */
export type DefinitionImport = {
  definitions: ImportedDefinition[];
  instances: PlannedInstance[];
  skipped: { path: string; message: string }[];
};

/** The choices for an import. */
export type ImportChoices = {
  instances: Record<string, number>;
  /** Definitions to exclude. */
  except: readonly Pick<ImportedDefinition, "type" | "name">[];
  skipBlocked?: boolean;
};

export const requestPlan = (source: Source, choices: ImportChoices) =>
  sendForm<DefinitionImport>("/api/definitions/plan", source, choices);

/** Refuses (409) if a definition that it would save was changed after the plan. */
export const requestDefinitionImport = (source: Source, choices: ImportChoices, { definitions }: DefinitionImport) =>
  sendForm<DefinitionImport>("/api/definitions", source, {
    ...choices,
    basedOn: definitions.map(({ type, name, revision }) => ({ type, name, revision })),
  });
