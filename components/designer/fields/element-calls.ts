import type { Field } from "./fields.ts";

/** The properties of a part that are one request to an element: its connection, method and path. */
export type ElementCall = {
  instance: string;
  method: string;
  api: string;
  /** Their common beginning, which the other properties of the request have, too; empty if it is the only request. */
  prefix: string;
  /** The other properties are those of the usual request, which a form can edit. */
  hasForm: boolean;
};

const INSTANCE = "elementInstanceId";

/** The requests to elements that a part makes: one for most, two for a stream from one element to another. */
export function elementCalls(fields: readonly Field[]): ElementCall[] {
  const names = new Set(fields.map(({ name }) => name));
  return fields.flatMap(({ name, kind }) => {
    if (kind !== "instance" || !name.toLowerCase().endsWith(INSTANCE.toLowerCase())) return [];
    const prefix = name.slice(0, -INSTANCE.length);
    const named = (property: string) => (prefix ? prefix + property : property.toLowerCase());
    const call = { instance: name, method: named("Method"), api: named("Api"), prefix, hasForm: prefix === "" };
    return names.has(call.method) && names.has(call.api) ? [call] : [];
  });
}
