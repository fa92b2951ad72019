import { registry } from "../../registry.ts";

/** Whether a provider divides the list of a resource into pages (`paginationType`, spec §2.9). */
type PagingSupport = {
  type: string;
  /** Other names in imported elements. */
  names: readonly string[];
  label: string;
  summary: string;
  /** All rows are fetched, and the list is cut here. */
  isLocal?: true;
};

const supported = {
  type: "VENDOR_SUPPORTED",
  names: ["", "Supported"],
  label: "The provider pages",
  summary: "The provider returns pages.",
} as const satisfies PagingSupport;

const notSupported = {
  type: "VENDOR_NOT_SUPPORTED",
  names: ["Not Supported"],
  label: "The provider does not page",
  summary: "The provider returns all rows at once, and they are divided into pages here.",
  isLocal: true,
} as const satisfies PagingSupport;

const KINDS = registry(supported, notSupported);

type PagingSupportName = keyof typeof KINDS;
export const PAGING_SUPPORT: Readonly<Record<PagingSupportName, PagingSupport>> = KINDS;

/** Whether the list of a resource is divided into pages here. */
export const isPagedHere = ({ paginationType }: { paginationType?: PagingSupportName | undefined }): boolean =>
  paginationType !== undefined && PAGING_SUPPORT[paginationType].isLocal === true;
