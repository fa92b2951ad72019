import { MASK } from "#server/account/mask.ts";
import { references } from "./expression.ts";
import { nameIn, rootOf } from "./path.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Configuration, Formula } from "./shape.ts";

type Values = Record<string, unknown>;

/**
 * The values of a formula instance in two parts: `configuration` may be shown, and has the mask instead of the values
 * of secret variables; `secrets` has those values.
 */
export type SplitValues = { configuration: Values; secrets: Values };

/** A shorter value would mask ordinary words in records, and gives no protection. */
const SHORTEST = 4;

export const secretKeys = (variables: readonly Pick<Configuration, "key" | "secret">[]): Set<string> =>
  new Set(variables.filter(({ secret }) => secret).map(({ key }) => key));

/** Splits values as they were sent: the mask keeps the stored secret of its key, or is dropped if there is none. */
export function splitValues(variables: readonly Configuration[], sent: Values, held: Values): SplitValues {
  const hidden = secretKeys(variables);
  const secrets: Values = {};
  const configuration = Object.entries(sent).flatMap(([key, value]): [string, unknown][] => {
    if (!hidden.has(key) || isEmpty(value)) return [[key, value]];
    const kept = value === MASK ? own(held, key) : value;
    if (kept === undefined) return [];
    secrets[key] = kept;
    return [[key, MASK]];
  });
  return { configuration: Object.fromEntries(configuration), secrets };
}

/**
 * Converts the values of an instance to changed variables of its formula: deletes the value of a variable that is no
 * longer secret, hides that of a variable that became secret. Null if nothing changes.
 */
export function resplitValues(variables: readonly Configuration[], values: SplitValues): SplitValues | null {
  const hidden = secretKeys(variables);
  const gone = Object.keys(values.secrets).filter((key) => !hidden.has(key));
  const bare = [...hidden].filter(
    (key) => !Object.hasOwn(values.secrets, key) && !isEmpty(own(values.configuration, key)),
  );
  if (gone.length + bare.length === 0) return null;
  const without = (from: Values) => Object.fromEntries(Object.entries(from).filter(([key]) => !gone.includes(key)));
  return splitValues(variables, without(values.configuration), without(values.secrets));
}

/** New secrets that are too short to be masked. */
export function shortSecretRefusals({ secrets }: SplitValues, held: Values = {}): Refusal[] {
  return Object.entries(secrets)
    .filter(([key, value]) => typeof value === "string" && value.length < SHORTEST && value !== own(held, key))
    .map(([key]) =>
      refuse(
        ["configuration", key],
        `configuration: the secret variable "${key}" needs a value of at least ${SHORTEST} characters, so that records can hide it.`,
      ),
    );
}

/**
 * All texts that reveal secret values: the values themselves, and the texts and numbers inside objects and JSON text of
 * objects.
 */
export function secretTexts(values: Iterable<unknown>): string[] {
  const texts = new Set<string>();
  const collect = (value: unknown, depth: number): void => {
    if (typeof value === "number") texts.add(String(value));
    if (typeof value === "string") {
      texts.add(value);
      if (/^\s*[[{]/.test(value) && depth < DEEPEST) collect(parsed(value), depth + 1);
    }
    if (typeof value === "object" && value !== null && depth < DEEPEST) {
      for (const inner of Object.values(value)) collect(inner, depth + 1);
    }
  };
  for (const value of values) collect(value, 0);
  return [...texts].filter((text) => text.length >= SHORTEST && text !== MASK);
}

const DEEPEST = 64;

/** Reasons against the secret variables of a formula: data that triggers it is stored in plain text and shown. */
export function secretRefusals({ configuration, triggers }: Formula): Refusal[] {
  const keys = configuration.map(({ key }) => key);
  const secrets = new Map(
    configuration.flatMap(({ key, name, secret }) =>
      secret ? [key, ...(keys.includes(name) ? [] : [name])].map((written) => [written, key] as const) : [],
    ),
  );
  return [
    ...configuration.flatMap(({ key, type, secret }, at) =>
      secret && type !== "value"
        ? [
            refuse(
              ["configuration", at, "secret"],
              `secret: only variables of type value can be secret; "${key}" is of type ${type}.`,
            ),
          ]
        : [],
    ),
    ...triggers.flatMap(({ properties }, at) =>
      Object.entries(properties).flatMap(([name, value]) =>
        pathsIn(value).flatMap((path) => {
          const secret = secretAt(secrets, path);
          return secret === undefined
            ? []
            : [
                refuse(
                  ["triggers", at, "properties", name],
                  `${name}: a trigger cannot use the secret variable "${secret}", because what starts a formula is shown. Use a variable that is not secret.`,
                ),
              ];
        }),
      ),
    ),
  ];
}

/** The key of the secret that a path reads, also in part, as `config.key.inner` does; `secrets` has keys by key and name. */
function secretAt(secrets: ReadonlyMap<string, string>, path: string): string | undefined {
  const root = rootOf(path);
  const found = root === undefined || root === "config" ? nameIn(path, [...secrets.keys()]) : undefined;
  return found && secrets.get(found.name);
}

function pathsIn(value: unknown): string[] {
  if (typeof value === "string") return references(value).map(({ path }) => path);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

const own = (values: Values, key: string): unknown => (Object.hasOwn(values, key) ? values[key] : undefined);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
