import type { App, Caller } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { ElementRecord } from "#server/store/elements.ts";
import * as elements from "#server/store/elements.ts";

/** Whoever asks; nobody in particular sees the catalog. */
export type Asking = Pick<App, "db"> & { caller: Caller | undefined };

/** An element that the caller sees, by key or id (contract §10, 9); refuses notFound. */
export async function findElement({ db, caller }: Asking, keyOrId: string | number): Promise<ElementRecord> {
  const found = await elements.find(db.prisma, caller, keyOrId);
  if (!found) throw noSuchElement(keyOrId);
  return found;
}

export const noSuchElement = (keyOrId: string | number) =>
  new Failure("notFound", `There is no element ${JSON.stringify(String(keyOrId).slice(0, 100))}.`);
