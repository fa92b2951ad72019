import { type ChangeRule, type Compared, type Concern, type Finding, partsOf } from "./change-rule.ts";
import { isReadable } from "./data-types.ts";

const objectsOf = ({ before, after }: Compared) => partsOf(before.objects, after.objects);
const ofObject = (name: string): Concern => ({ object: name });

type Fields = ReturnType<typeof partsOf<Compared["before"]["objects"][number]["fields"][number]>>;

const inEachObject =
  (find: (fields: Fields, name: string) => { at?: number; message: string }[]) =>
  (compared: Compared): Finding[] =>
    objectsOf(compared).both.flatMap(({ before, after, at: place }) =>
      find(partsOf(before.fields, after.fields), after.name).map(({ at, message }) => ({
        path: ["objects", place, "fields", ...(at === undefined ? [] : [at])],
        message,
        concerns: ofObject(before.name),
      })),
    );

export const objectRemoved: ChangeRule = {
  rule: "objectRemoved",
  isBreaking: true,
  find: (compared) =>
    objectsOf(compared).removed.map(({ name }) => ({
      path: ["objects"],
      message: `The object "${name}" is removed.`,
      concerns: ofObject(name),
    })),
};

export const objectRenamed: ChangeRule = {
  rule: "objectRenamed",
  isBreaking: true,
  find: (compared) =>
    objectsOf(compared)
      .both.filter(({ before, after }) => before.name !== after.name)
      .map(({ before, after, at }) => ({
        path: ["objects", at, "name"],
        message: `The object "${before.name}" is renamed to "${after.name}".`,
        concerns: ofObject(before.name),
      })),
};

export const objectFieldRemoved: ChangeRule = {
  rule: "objectFieldRemoved",
  isBreaking: true,
  find: inEachObject(({ removed }, object) =>
    removed.map(({ name }) => ({ message: `The field "${name}" of "${object}" is removed.` })),
  ),
};

export const objectFieldChanged: ChangeRule = {
  rule: "objectFieldChanged",
  isBreaking: true,
  find: inEachObject(({ both }, object) =>
    both
      .filter(({ before, after }) => before.name !== after.name || !isReadable(after.type, before.type))
      .map(({ before, after, at }) => ({
        at,
        message: `The field "${before.name}" (${before.type}) of "${object}" becomes "${after.name}" (${after.type}).`,
      })),
  ),
};

export const objectAdded: ChangeRule = {
  rule: "objectAdded",
  isBreaking: false,
  isAddition: true,
  find: (compared) =>
    objectsOf(compared).added.map(({ part, at }) => ({
      path: ["objects", at],
      message: `The object "${part.name}" is new.`,
      concerns: ofObject(part.name),
    })),
};

export const objectFieldAdded: ChangeRule = {
  rule: "objectFieldAdded",
  isBreaking: false,
  isAddition: true,
  find: inEachObject(({ added }, object) =>
    added.map(({ part, at }) => ({ at, message: `The field "${part.name}" of "${object}" is new.` })),
  ),
};
