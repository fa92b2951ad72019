import { asText } from "../element/bare-record.ts";
import { Failure } from "../errors.ts";

/** The fields of an event that a hook can set; true for those that identify its object. */
export const HOOK_FIELDS = {
  event_type: false,
  event_object_type: true,
  event_object_id: true,
  event_date: false,
  event_id: false,
  event_new_path: false,
  event_old_path: false,
} as const;

const NAMES = Object.keys(HOOK_FIELDS) as (keyof typeof HOOK_FIELDS)[];
const REQUIRED = NAMES.filter((name) => HOOK_FIELDS[name]);
const MOST_NAMED = 5;

/**
 * The refusal of an event that names no object, or that has a field whose name is nearly the missing one. An event with
 * only a type, or only an id, is complete for elements that need no more. Fields of other names are allowed.
 */
export function incompleteEvent(event: Record<string, unknown>, position: number): Failure | undefined {
  const missing = REQUIRED.filter((name) => asText(event[name]) === "");
  const unknown = Object.keys(event).filter((name) => !NAMES.some((known) => known === name));
  const isMisnamed = unknown.some((name) => missing.some((one) => one === meantBy(name)));
  if (missing.length < REQUIRED.length && !isMisnamed) return undefined;
  const named = unknown.slice(0, MOST_NAMED).map(hintFor);
  const more = unknown.length - named.length;
  const rest = more > 0 ? ` and ${more} more` : "";
  const hint = named.length > 0 ? ` Not read: ${named.join(", ")}${rest}.` : "";
  const place = `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing or empty in events[${position}]`;
  return new Failure("serverError", `The event hook of the element passed an incomplete event: ${place}.${hint}`);
}

/** `object_id (did you mean event_object_id?)`, also for `objectId` and `eventObjectId`. */
function hintFor(given: string): string {
  const name = given.slice(0, 50);
  const meant = meantBy(name);
  return meant ? `${name} (did you mean ${meant}?)` : name;
}

const meantBy = (name: string) =>
  NAMES.find((known) => [plain(known), plain(known.slice("event_".length))].includes(plain(name)));

const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
