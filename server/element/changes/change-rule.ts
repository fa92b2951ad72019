import { canonical } from "../definition/canonical.ts";
import type { Identified, PreparedElement } from "../definition/prepared.ts";
import { addressOf, withoutHub } from "../resource-path.ts";
import type { Resource } from "../shape.ts";

export type Path = (string | number)[];

/** Whom a change concerns: those who call a resource, those who use an object, every instance, or the API's users. */
export type Concern =
  | { resource: { method: string; path: string } }
  | { object: string }
  | { everyInstance: true }
  | { everyClient: true };

/** Where a change is in the draft, or of removed parts the list that they were in, and a sentence for people. */
export type Finding = { path: Path; message: string; concerns: Concern };

/** The two states of an element. */
export type Compared = { before: PreparedElement; after: PreparedElement };

/** One kind of change. Adding one is one object and a row in the registry. */
export type ChangeRule = {
  rule: string;
  /** What used the element before may fail, or read something else, after it. */
  isBreaking: boolean;
  /** It offers something that was not there. */
  isAddition?: true;
  find: (compared: Compared) => Finding[];
};

export const EVERY_INSTANCE: Concern = { everyInstance: true };

/** A part in both states; `at` is its place in the later. */
type Both<Part> = { before: Part; after: Part; at: number };

/** The parts of one list by what became of them: ids identify them, since a renamed part keeps its id. */
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

/** Whether two values are the same as JSON, without the ids of their parts. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);
