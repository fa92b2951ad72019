import { asText } from "../element/bare-record.ts";
import { parseDataPath, readAt } from "../element/data-path.ts";
import type { Configuration } from "../element/ports.ts";

/** The path in a payload that identifies the instance, and the configuration key with the same value. */
export type Finder = { path: string; key: string };

/**
 * Parses `event.notification.instance.finder`. `team.id=slack.team` is a path into the payload and a configuration key;
 * a path alone is also the key. Null if it is not set.
 */
export function parseFinder(text: string | undefined): Finder | null {
  const [path = "", key = path] = (text ?? "").split("=").map((part) => part.trim());
  return path === "" || key === "" ? null : { path, key };
}

/** The values at the path of the payload; empty if there are none. */
export const textAt = (payload: unknown, { path }: Finder): string => asText(readAt(payload, parseDataPath(path)));

/** Whether the payload identifies this instance. */
export const isNamed = (configuration: Configuration, { key }: Finder, name: string): boolean =>
  name !== "" && configuration[key] === name;
