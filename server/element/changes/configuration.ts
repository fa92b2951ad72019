import type { Identified } from "../definition/prepared.ts";
import type { ConfigurationEntry } from "../shape.ts";
import { type ChangeRule, type Compared, EVERY_INSTANCE, type Finding, isSame, partsOf } from "./change-rule.ts";

type Entry = Identified<ConfigurationEntry>;

const EVENTS = /^event\./;

const entriesOf = ({ before, after }: Compared) => partsOf(before.configuration, after.configuration);
const finding = (at: number, message: string): Finding => ({
  path: ["configuration", at],
  message,
  concerns: EVERY_INSTANCE,
});

/** Existing instances have no value for it and do not get one automatically. */
const isNeeded = ({ required, active, internal, defaultValue }: Entry): boolean =>
  required && active && !internal && !defaultValue;

const optionsOf = ({ options = [] }: Entry) => options.map(({ value }) => value);

export const requiredConfigurationAdded: ChangeRule = {
  rule: "requiredConfigurationAdded",
  isBreaking: true,
  find: (compared) =>
    entriesOf(compared)
      .added.filter(({ part }) => isNeeded(part))
      .map(({ part, at }) =>
        finding(at, `"${part.key}" is new, required, and has no default value: existing connections lack it.`),
      ),
};

export const configurationBecameRequired: ChangeRule = {
  rule: "configurationBecameRequired",
  isBreaking: true,
  find: (compared) =>
    entriesOf(compared)
      .both.filter(({ before, after }) => !isNeeded(before) && isNeeded(after) && !before.required)
      .map(({ after, at }) =>
        finding(at, `"${after.key}" becomes required and has no default value: connections without a value lack it.`),
      ),
};

export const configurationRenamed: ChangeRule = {
  rule: "configurationRenamed",
  isBreaking: true,
  find: (compared) =>
    entriesOf(compared)
      .both.filter(({ before, after }) => before.key !== after.key)
      .map(({ before, after, at }) =>
        finding(
          at,
          `"${before.key}" is renamed to "${after.key}": existing connections have their value under the old key.`,
        ),
      ),
};

export const configurationOptionRemoved: ChangeRule = {
  rule: "configurationOptionRemoved",
  isBreaking: true,
  find: (compared) =>
    entriesOf(compared).both.flatMap(({ before, after, at }) => {
      const offered = optionsOf(after);
      const gone = optionsOf(before).filter((value) => !offered.includes(value));
      return offered.length === 0 || gone.length === 0
        ? []
        : [finding(at, `"${after.key}" no longer offers ${gone.map((value) => `"${value}"`).join(", ")}.`)];
    }),
};

export const configurationTypeChanged: ChangeRule = {
  rule: "configurationTypeChanged",
  isBreaking: true,
  find: (compared) =>
    entriesOf(compared)
      .both.filter(
        ({ before, after }) =>
          before.type !== after.type && optionsOf(after).length > 0 !== optionsOf(before).length > 0,
      )
      .map(({ before, after, at }) =>
        finding(at, `"${after.key}" changes from ${before.type} to ${after.type}: existing values may not fit.`),
      ),
};

export const configurationAdded: ChangeRule = {
  rule: "configurationAdded",
  isBreaking: false,
  isAddition: true,
  find: (compared) =>
    entriesOf(compared)
      .added.filter(({ part }) => !isNeeded(part))
      .map(({ part, at }) => finding(at, `"${part.key}" is new.`)),
};

export const configurationRemoved: ChangeRule = {
  rule: "configurationRemoved",
  isBreaking: false,
  find: (compared) =>
    entriesOf(compared).removed.map(({ key }) => ({
      path: ["configuration"],
      message: `"${key}" is removed. Existing connections keep their value.`,
      concerns: EVERY_INSTANCE,
    })),
};

export const defaultValueChanged: ChangeRule = {
  rule: "defaultValueChanged",
  isBreaking: false,
  find: (compared) =>
    entriesOf(compared)
      .both.filter(
        ({ before, after }) => !EVENTS.test(after.key) && (before.defaultValue ?? "") !== (after.defaultValue ?? ""),
      )
      .map(({ after, at }) => finding(at, `The default value of "${after.key}" changes, for new connections only.`)),
};

export const eventSettingsChanged: ChangeRule = {
  rule: "eventSettingsChanged",
  isBreaking: false,
  find: (compared) =>
    entriesOf(compared)
      .both.filter(({ before, after }) => EVENTS.test(after.key) && !isSame(before, after))
      .map(({ after, at }) => finding(at, `The event setting "${after.key}" changes, for new connections only.`)),
};
