import type { Db } from "./database.ts";

/** Which of these ids are element instances of the organisation. There are no elements yet, so none are. */
export async function existing(_db: Db, _organizationId: number, _ids: string[]): Promise<Set<string>> {
  return new Set();
}
