import type { ParameterSetting } from "./place.ts";

/** Why a configuration value never exists: the keys without an entry. */
export const lackingKeys =
  (keysOf: (name: string) => readonly string[]) =>
  (name: string, { unlisted }: ParameterSetting): string | undefined => {
    const lacking = keysOf(name).filter((key) => unlisted.has(key));
    return lacking.length === 0 ? undefined : `The configuration has no ${lacking.join(", ")}.`;
  };
