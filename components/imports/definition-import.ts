import type { DefinitionFinding, DefinitionType } from "#server/definition-files/definition-kind.ts";
import type { ImportAction, PlannedInstance } from "#server/definition-files/plan-definitions.ts";
import { type Source, sendForm } from "../api/send-form.ts";

export type ImportedDefinition = {
  type: DefinitionType;
  name: string;
  path: string;
  action: ImportAction;
  id?: number;
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

export const requestDefinitionImport = (source: Source, choices: ImportChoices) =>
  sendForm<DefinitionImport>("/api/definitions", source, choices);
