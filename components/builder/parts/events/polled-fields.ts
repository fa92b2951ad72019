import { plainName } from "#server/element/pagination/next-page-names.ts";

const UPDATED = /(?:updated|modified|changed|lastupdate|lastchange)(?:at|on|date|time|timestamp|datetime)?$/;
const CREATED = /(?:created|creation|inserted|added)(?:at|on|date|time|timestamp|datetime)?$/;
const IDS: ReadonlySet<string> = new Set(["id", "uuid", "guid", "identifier"]);

/** The role of a field in rows, by its name: their id, or one of their dates. */
export const fieldNamed = {
  id: (name: string) => IDS.has(plainName(name)),
  updated: (name: string) => UPDATED.test(plainName(name)),
  created: (name: string) => CREATED.test(plainName(name)),
} as const;
