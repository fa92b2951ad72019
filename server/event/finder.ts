import { asText } from "../element/bare-record.ts";
import { parseDataPath, readAt } from "../element/data-path.ts";
import type { Configuration } from "../element/ports.ts";

/** Where a payload names the instance it is for, and the key of the configuration that has the same value. */
export type Finder = { path: string; key: string };

/**
 * Parses `event.notification.instance.finder`. `team.id=slack.team` is a path into the payload and a configuration key;
 * a path alone is also the key. Null if there is none.
 */
export function parseFinder(text: string | undefined): Finder | null {
  const [path = "", key = path] = (text ?? "").split("=").map((part) => part.trim());
  return path === "" || key === "" ? null : { path, key };
}

/** The values at that path of the payload; empty if there are none. */
export const textAt = (payload: unknown, { path }: Finder): string => asText(readAt(payload, parseDataPath(path)));

/** Whether this is the instance that was named. */
export const isNamed = (configuration: Configuration, { key }: Finder, name: string): boolean =>
  name !== "" && configuration[key] === name;
