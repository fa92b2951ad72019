import type { Configuration } from "../ports.ts";

const REFERENCE = /\$\{configuration\.([^{}]+)\}/g;

/** The keys that a text refers to. */
export const namesIn = (text: string): string[] => Array.from(text.matchAll(REFERENCE), ([, key = ""]) => key.trim());

/** Compiles text with `${configuration.<key>}` (spec §2.9); keys without a value are empty. */
export function compileValue(text: string): (configuration: Configuration) => string {
  if (!text.includes("${configuration.")) return () => text;
  return (configuration) =>
    text.replaceAll(REFERENCE, (_, key: string) => {
      const name = key.trim();
      return Object.hasOwn(configuration, name) ? (configuration[name] ?? "") : "";
    });
}
