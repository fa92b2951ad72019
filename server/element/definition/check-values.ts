import { Failure } from "../../errors.ts";
import { typesOf } from "../../registry.ts";
import { isRecord } from "../bare-record.ts";
import { EVENT_KINDS } from "../event-kinds/registry.ts";
import type { Configuration } from "../ports.ts";
import { BOOLEAN_KEYS } from "./automatic-configuration.ts";

type Rule = { isValid: (text: string) => boolean; message: string };

const KINDS: readonly string[] = typesOf(EVENT_KINDS);

const isBoolean: Rule = { isValid: (text) => text === "true" || text === "false", message: "must be true or false" };

/** Keys of every element whose values are defined. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...BOOLEAN_KEYS.map((key): [string, Rule] => [key, isBoolean]),
  [
    "event.vendor.type",
    { isValid: (text) => KINDS.includes(text.toLowerCase()), message: `must be ${KINDS.join(" or ")}` },
  ],
  ["event.metadata", { isValid: isJsonObject, message: "must be JSON, an object" }],
  [
    "event.poller.refresh_interval",
    {
      isValid: (text) => /^0*[1-9]\d*$/.test(text),
      message: "must be a number of minutes from 1, a whole number",
    },
  ],
]);

/** Refuses (badRequest) new values that are not among the defined ones; empty values are none. */
export function checkValues(given: Configuration): void {
  for (const [key, value] of Object.entries(given)) {
    const rule = RULES.get(key);
    const text = value.trim();
    if (rule && text !== "" && !rule.isValid(text)) throw new Failure("badRequest", `${key}: ${rule.message}.`);
  }
}

function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}
