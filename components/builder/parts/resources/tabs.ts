import type { ComponentType } from "react";
import type { Operation } from "../../model/operations.ts";
import { ModelsTab } from "../models/models-tab.tsx";
import { BulkTab } from "./bulk-tab.tsx";
import { ChainTab } from "./chain-tab.tsx";
import { DocsTab } from "./docs-tab.tsx";
import { HooksTab } from "./hooks-tab.tsx";
import { PagingTab } from "./paging-tab.tsx";
import { ParametersTab } from "./parameters-tab.tsx";
import { RequestTab } from "./request-tab.tsx";

/** A tab of an operation, with the fields of the resource that it edits. */
type Tab = { fields: readonly string[]; Panel: ComponentType<{ operation: Operation }> };

export const TABS = {
  request: { fields: ["method", "path", "vendorMethod", "vendorPath", "type", "formulaId", "kind"], Panel: RequestTab },
  parameters: { fields: ["parameters"], Panel: ParametersTab },
  models: { fields: ["model"], Panel: ModelsTab },
  paging: {
    fields: ["paginationType", "nextPageKey", "defaultPageSize", "maxPageSize", "rootKey", "requestRootKey"],
    Panel: PagingTab,
  },
  chain: { fields: ["nextResource"], Panel: ChainTab },
  hooks: { fields: ["hooks"], Panel: HooksTab },
  bulk: { fields: [], Panel: BulkTab },
  docs: { fields: ["description", "operationId", "tryitoutDisable"], Panel: DocsTab },
} as const satisfies Record<string, Tab>;

export type TabName = keyof typeof TABS;
export const TAB_NAMES = Object.keys(TABS) as TabName[];

/** The tab with that name, else the one with the field that is wanted, else the first. */
export function tabOf(name: string | null, field: unknown): TabName {
  const wanted = TAB_NAMES.find((tab) => (TABS[tab].fields as readonly unknown[]).includes(field));
  return wanted ?? TAB_NAMES.find((tab) => tab === name) ?? "request";
}
