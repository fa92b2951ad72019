import type { ColorName, IconName } from "./look.ts";
import { soleVariable } from "./path.ts";

/**
 * The shared part of the definitions of step types and trigger types. All text is English, and translated by its key.
 */
export type Definition = {
  label: string;
  /** One sentence for the palette and the docs. */
  summary: string;
  icon: IconName;
  color: ColorName;
  /** The meaning of the arrows from its ports; by default, for a step, success and failure. */
  ports?: PartPorts;
  /** The one-line summary in its box. */
  line?: readonly Phrase[];
  /** The outputs that expressions find below its name; by default, for a step, all of them. */
  outputs?: readonly Output[];
};

export type PortName = "onSuccess" | "onFailure";

/** `retry` has no port for an arrow: it describes the outcome of a step that took it. */
export type PartPorts = {
  onSuccess?: Port<"next" | "body">;
  onFailure?: Port<"next" | "skip">;
  retry?: { label: string };
};

/**
 * The role of the steps behind a port: `next` is what follows, `body` leads back to the step for each item. Inside a
 * loop `skip` continues with the next item, as `next` does. Other ports stay open.
 */
type Port<Role> = { label: string; role?: Role };

export type Output = { path: string; label: string };

/** Values of a message. A `cron` and a duration are worded in the reader's language. */
export type PhraseValues = Record<string, string | number | { cron: string } | { ms: number }>;

/**
 * A message filled from facts, by default saved properties; the first one that applies is used. One with an invalid
 * `cron` does not apply.
 */
export type Phrase<Facts = Record<string, unknown>> = {
  /** ICU syntax, with the values in braces. */
  message: string;
  /** The values; undefined if the phrase does not apply. */
  values: (facts: Facts) => PhraseValues | undefined;
};

/** A phrase with one value; it does not apply if the value is empty. */
export const phrase = <Facts = Record<string, unknown>>(
  message: string,
  value: (facts: Facts) => unknown,
): Phrase<Facts> => ({
  message,
  values(facts) {
    const filled = textOf(value(facts));
    return filled === "" ? undefined : { [/\{(\w+)/.exec(message)?.[1] ?? ""]: filled };
  },
});

/** The text of a primitive property; empty for others. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The name of the variable in `${config.crm}`; other text as it is. */
export const referenceOf = (value: unknown): string =>
  soleVariable(textOf(value)) ?? textOf(value).replace(/^\$\{([^}]*)\}$/, "$1");
