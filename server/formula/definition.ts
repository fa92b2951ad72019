import type { ColorName, IconName } from "./look.ts";

/** What the definition of a step type and that of a trigger type both say. All text is English, and translated by its key. */
export type Definition = {
  label: string;
  /** One sentence for the palette and the docs. */
  summary: string;
  icon: IconName;
  color: ColorName;
  /** What the arrows from its ports mean; by default, of a step, success and failure. */
  ports?: PartPorts;
  /** What it does, in the one line that its box has room for. */
  line?: readonly Phrase[];
  /** What expressions find below its name; by default, of a step, all of it. */
  outputs?: readonly Output[];
};

export type PortName = "onSuccess" | "onFailure";

/** `retry` is no port to draw an arrow from: it names what happened when the step took it. */
export type PartPorts = {
  onSuccess?: Port<"next" | "body">;
  onFailure?: Port<"next" | "skip">;
  retry?: { label: string };
};

/**
 * What is put behind a step by way of a port: `next` what comes after it, `body` steps that lead back to it for each
 * item. Inside a loop `skip` continues with the next item, as `next` does. Others stay open.
 */
type Port<Role> = { label: string; role?: Role };

export type Output = { path: string; label: string };

/**
 * A message filled from properties as they were saved. Of several the first that applies is said. A `cron` is worded in
 * the language of the reader, and does not apply where it is none.
 */
export type Phrase = {
  /** ICU, with the values in braces. */
  message: string;
  /** What fills it; undefined where it does not apply. */
  values: (properties: Record<string, unknown>) => Record<string, string | { cron: string }> | undefined;
};

/** A phrase with one value, which does not apply while that is empty. */
export const phrase = (message: string, value: (properties: Record<string, unknown>) => unknown): Phrase => ({
  message,
  values(properties) {
    const filled = textOf(value(properties));
    return filled === "" ? undefined : { [/\{(\w+)/.exec(message)?.[1] ?? ""]: filled };
  },
});

/** A property as it is shown; nothing of what is not plain. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The variable behind `${config.crm}`, or whatever stands there. */
export const referenceOf = (value: unknown): string => textOf(value).replace(/^\$\{(?:config\.)?([^}]*)\}$/, "$1");
