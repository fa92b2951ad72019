import { Failure } from "../../errors.ts";
import type { Configuration } from "../ports.ts";
import type { Resource } from "../shape.ts";

export const MAX_PAGE_SIZE = 5000;
const STANDARD_PAGE_SIZE = 200;

/** The bounds of a page by object name; `*` is every other. */
export type PageBounds = { standard: number; least: number; most: (objectName: string) => number };

/**
 * Reads `pagination.max`, a number or a JSON map by object with `default`, and the `pagination` of the V3 paginator.
 * An unreadable value is ignored.
 */
export function pageBoundsOf(configuration: Configuration): PageBounds {
  const v3 = readJson(configuration.pagination) as Record<string, unknown> | undefined;
  const limits = readJson(configuration["pagination.max"]);
  const byObject = typeof limits === "object" && limits !== null ? (limits as Record<string, unknown>) : undefined;
  const common = positive(byObject ? byObject.default : limits) ?? MAX_PAGE_SIZE;
  const most = Math.min(common, positive(v3?.maxPageSize) ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE);
  return {
    standard: positive(v3?.defaultPageSize) ?? STANDARD_PAGE_SIZE,
    least: Math.min(positive(v3?.minPageSize) ?? 1, most),
    most: (objectName) => {
      const own = byObject && Object.hasOwn(byObject, objectName) ? positive(byObject[objectName]) : undefined;
      return own === undefined ? most : Math.min(own, MAX_PAGE_SIZE);
    },
  };
}

type Limited = { objectName: string; resource: Pick<Resource, "maxPageSize" | "defaultPageSize"> };

/** The number of rows of a full page according to the element; undefined if it says nothing. */
export function fullPageOf({ objectName, resource }: Limited, bounds: PageBounds): number | undefined {
  const most = Math.min(bounds.most(objectName), resource.maxPageSize ?? MAX_PAGE_SIZE);
  return most < MAX_PAGE_SIZE ? most : undefined;
}

/**
 * The page size: the requested one within the bounds of the element, else its default. Refuses (badRequest) an invalid
 * size, and more than the resource allows (`maxPageSize`), which the header Elements-Error reports as well (spec §7).
 */
export function pageSizeOf(
  requested: string | undefined,
  { objectName, resource }: Limited,
  bounds: PageBounds,
): number {
  const most = Math.min(bounds.most(objectName), resource.maxPageSize ?? MAX_PAGE_SIZE);
  if (requested === undefined) return Math.min(resource.defaultPageSize ?? bounds.standard, most);
  const size = wholeNumber(requested, "pageSize", MAX_PAGE_SIZE);
  if (resource.maxPageSize !== undefined && size > resource.maxPageSize) {
    const message = `pageSize: must be at most ${resource.maxPageSize} for ${objectName}.`;
    throw new Failure("badRequest", message, { headers: { "elements-error": message } });
  }
  return Math.max(Math.min(size, most), bounds.least);
}

/** Refuses (badRequest) anything but a whole number from 1 to `most`. */
export function wholeNumber(text: string, name: string, most: number): number {
  const number = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0;
  if (number < 1 || number > most)
    throw new Failure("badRequest", `${name}: must be a whole number from 1 to ${most.toLocaleString("en-US")}.`);
  return number;
}

function readJson(text: string | undefined): unknown {
  try {
    return text?.trim() ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

const positive = (value: unknown): number | undefined => {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 1 ? number : undefined;
};
