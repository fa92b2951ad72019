import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { objectNameOf } from "#server/element/resource-path.ts";
import { isCallable } from "#server/element/resource-types/registry.ts";
import type { ElementDraft } from "../../model/element-draft.ts";
import { operationsOf } from "../../model/operations.ts";
import { listAt, textOf } from "../../model/paths.ts";
import { fieldsFromModel } from "../objects/object-fields.ts";
import { fieldNamed } from "./polled-fields.ts";

/** A polled resource as it is written: its name, and its entry. */
export type SuggestedPoll = { resource: string; url: string; idField: string; datesConfiguration?: Dates };

type Dates = Readonly<Record<string, string>>;
type Item = Readonly<Record<string, unknown>>;

const STANDARD_ID = "id";

/**
 * Suggestions for polling: each list of the element, with the id and the dates that its object names, or else the
 * fields of its object or model whose names and types suggest them.
 */
export function suggestedPolls(draft: ElementDraft): SuggestedPoll[] {
  const polls = operationsOf(draft)
    .filter(({ method, path, type }) => method === "GET" && path !== "" && !path.includes("{") && isCallable({ type }))
    .map(({ at, path }): SuggestedPoll => {
      const resource = objectNameOf(path);
      const object = listAt(draft, ["objects"]).find(({ name }) => name === resource) ?? {};
      const fields = fieldsFromModel(draft, object, at);
      const dates = { ...dateOf("updated", object, fields), ...dateOf("created", object, fields) };
      return {
        resource,
        url: path,
        idField: textOf(object.primaryKeyName) || (idOf(fields) ?? STANDARD_ID),
        ...(Object.keys(dates).length > 0 && { datesConfiguration: dates }),
      };
    });
  return [...new Map(polls.map((poll) => [poll.resource, poll])).values()];
}

const idOf = (fields: readonly Item[]): string | undefined =>
  textOf(fields.find(({ primaryKey }) => primaryKey === true)?.name) ||
  fields.map(({ name }) => textOf(name)).find((name) => fieldNamed.id(name));

function dateOf(which: "updated" | "created", object: Item, fields: readonly Item[]): Dates {
  const named = textOf(object[`${which}DateName`]);
  const found = fields.find(
    ({ name, type }) => dataTypeNamed(textOf(type))?.isDate === true && fieldNamed[which](textOf(name)),
  );
  const field = named || textOf(found?.name);
  if (field === "") return {};
  const format = textOf(object[`${which}DateFormat`]);
  return { [`${which}DateField`]: field, ...(format && { [`${which}DateFormat`]: format }) };
}
