import type { ImportChoice } from "#server/element/import/compare-import.ts";
import type { PreviewedOperation } from "./import-request.ts";

/** The choices of a person, by operation. Without one, that of the preview applies. */
export type OwnChoices = ReadonlyMap<string, ImportChoice>;

type Compared = Pick<PreviewedOperation, "key" | "state" | "isEdited" | "choice">;

/** The choice of each operation; null if the person still has to choose. */
export const choicesOf = (operations: readonly Compared[], own: OwnChoices): ReadonlyMap<string, ImportChoice | null> =>
  new Map(operations.map(({ key, choice }) => [key, own.get(key) ?? choice]));

/** The choices that still apply to a later preview: those about operations that compare as they did before. */
export function keptChoices(own: OwnChoices, before: readonly Compared[], after: readonly Compared[]): OwnChoices {
  const earlier = new Map(before.map((operation) => [operation.key, operation]));
  const isAsBefore = ({ key, state, isEdited, choice }: Compared) => {
    const was = earlier.get(key);
    return was?.state === state && was.isEdited === isEdited && was.choice === choice;
  };
  const same = new Set(after.filter(isAsBefore).map(({ key }) => key));
  return new Map([...own].filter(([key]) => same.has(key)));
}
