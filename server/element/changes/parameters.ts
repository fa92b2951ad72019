import type { Identified } from "../definition/prepared.ts";
import { PLACES } from "../parameters/registry.ts";
import { isCallable } from "../resource-types/registry.ts";
import type { Parameter } from "../shape.ts";
import {
  type ChangeRule,
  type Compared,
  type Concern,
  EVERY_INSTANCE,
  type Finding,
  labelOf,
  ofResource,
  type Path,
  partsOf,
} from "./change-rule.ts";
import { isAccepted } from "./data-types.ts";

type OwnParameter = Identified<Parameter>;

/** One list of parameters in both states. */
type List = {
  path: Path;
  /** Their owner, for people. */
  of: string;
  concerns: Concern;
  parts: ReturnType<typeof partsOf<OwnParameter>>;
};

/** Whether a caller sets it: others come from the configuration, literals or responses. */
const isOfCaller = ({ source, type, name }: Parameter): boolean =>
  source === "request" && PLACES[type].swagger?.(name) !== undefined;

const ofCaller = (parameters: readonly OwnParameter[]) => parameters.filter(isOfCaller);

function listsOf({ before, after }: Compared): List[] {
  const places = (all: readonly OwnParameter[], parts: List["parts"]): List["parts"] => {
    // Positions count all parameters, including those that no caller sets.
    const at = (part: OwnParameter) => all.indexOf(part);
    return {
      removed: parts.removed,
      added: parts.added.map(({ part }) => ({ part, at: at(part) })),
      both: parts.both.map((both) => ({ ...both, at: at(both.after) })),
    };
  };
  const parts = (one: readonly OwnParameter[], other: readonly OwnParameter[]) =>
    places(other, partsOf(ofCaller(one), ofCaller(other)));
  return [
    {
      path: ["parameters"],
      of: "every resource",
      concerns: EVERY_INSTANCE,
      parts: parts(before.parameters, after.parameters),
    },
    ...partsOf(before.resources, after.resources)
      .both.filter((resource) => isCallable(resource.before) && isCallable(resource.after))
      .map((resource) => ({
        path: ["resources", resource.at, "parameters"],
        of: labelOf(resource.after),
        concerns: ofResource(resource.before),
        parts: parts(resource.before.parameters, resource.after.parameters),
      })),
  ];
}

const inEachList =
  (find: (list: List) => { at?: number; message: string }[]) =>
  (compared: Compared): Finding[] =>
    listsOf(compared).flatMap((list) =>
      find(list).map(({ at, message }) => ({
        path: at === undefined ? list.path : [...list.path, at],
        message,
        concerns: list.concerns,
      })),
    );

export const requiredParameterAdded: ChangeRule = {
  rule: "requiredParameterAdded",
  isBreaking: true,
  find: inEachList(({ of, parts }) =>
    parts.added
      .filter(({ part }) => part.required)
      .map(({ part, at }) => ({ at, message: `"${part.name}" of ${of} is new and required.` })),
  ),
};

export const parameterBecameRequired: ChangeRule = {
  rule: "parameterBecameRequired",
  isBreaking: true,
  find: inEachList(({ of, parts }) =>
    parts.both
      .filter(({ before, after }) => !before.required && after.required)
      .map(({ after, at }) => ({ at, message: `"${after.name}" of ${of} becomes required.` })),
  ),
};

export const parameterRenamed: ChangeRule = {
  rule: "parameterRenamed",
  isBreaking: true,
  find: inEachList(({ of, parts }) =>
    parts.both
      .filter(({ before, after }) => before.name !== after.name || before.type !== after.type)
      .map(({ before, after, at }) => ({
        at,
        message: `"${before.name}" (${before.type}) of ${of} becomes "${after.name}" (${after.type}).`,
      })),
  ),
};

export const parameterTypeNarrowed: ChangeRule = {
  rule: "parameterTypeNarrowed",
  isBreaking: true,
  find: inEachList(({ of, parts }) =>
    parts.both
      .filter(({ before, after }) => !isAccepted(before.dataType, after.dataType))
      .map(({ before, after, at }) => ({
        at,
        message: `"${after.name}" of ${of} accepts ${after.dataType} instead of ${before.dataType ?? "any value"}.`,
      })),
  ),
};

export const parameterRemoved: ChangeRule = {
  rule: "parameterRemoved",
  isBreaking: false,
  find: inEachList(({ of, parts }) =>
    parts.removed.map(({ name }) => ({
      message: `"${name}" of ${of} is removed: requests that send it are not refused.`,
    })),
  ),
};

export const parameterAdded: ChangeRule = {
  rule: "parameterAdded",
  isBreaking: false,
  isAddition: true,
  find: inEachList(({ of, parts }) =>
    parts.added
      .filter(({ part }) => !part.required)
      .map(({ part, at }) => ({ at, message: `"${part.name}" of ${of} is new.` })),
  ),
};
