import { canonical } from "../definition/canonical.ts";
import type { Identified, PreparedElement } from "../definition/prepared.ts";
import { addressOf, withoutHub } from "../resource-path.ts";
import type { Resource } from "../shape.ts";

export type Path = (string | number)[];

/** The people affected by a change: clients of a resource, users of an object, every instance, or the API's users. */
export type Concern =
  | { resource: { method: string; path: string } }
  | { object: string }
  | { everyInstance: true }
  | { everyClient: true };

/** The position of a change in the draft, or for removed parts their list, and a sentence for people. */
export type Finding = { path: Path; message: string; concerns: Concern };

/** The two states of an element. */
export type Compared = { before: PreparedElement; after: PreparedElement };

/** One kind of change. To add one: write one object and a row in the registry. */
export type ChangeRule = {
  rule: string;
  /** Users of the previous element may fail, or read something else. */
  isBreaking: boolean;
  /** It adds a feature. */
  isAddition?: true;
  find: (compared: Compared) => Finding[];
};

export const EVERY_INSTANCE: Concern = { everyInstance: true };

/** A part in both states; `at` is its position in the later one. */
type Both<Part> = { before: Part; after: Part; at: number };

/** The added, removed and changed parts of a list, by their ids, which renamed parts keep. */
export function partsOf<Part extends Identified<object>>(before: readonly Part[], after: readonly Part[]) {
  const [known, still] = [new Map(before.map((part) => [part.id, part])), new Set(after.map(({ id }) => id))];
  const placed = after.map((part, at) => ({ part, at }));
  return {
    added: placed.filter(({ part }) => !known.has(part.id)),
    removed: before.filter(({ id }) => !still.has(id)),
    both: placed.flatMap(({ part, at }): Both<Part>[] => {
      const earlier = known.get(part.id);
      return earlier ? [{ before: earlier, after: part, at }] : [];
    }),
  };
}

/** `GET /contacts/{id}` */
export const labelOf = ({ method, path }: Pick<Resource, "method" | "path">): string => `${method} ${withoutHub(path)}`;

export const ofResource = ({ method, path }: Pick<Resource, "method" | "path">): Concern => ({
  resource: { method, path: withoutHub(path) },
});

export const hasSameAddress = (one: Resource, other: Resource): boolean => addressOf(one) === addressOf(other);

/** Whether two values are equal as JSON, without the ids of their parts. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);
