import type { PlannedResource } from "../planned.ts";
import { withoutHub } from "../resource-path.ts";
import { isCallable } from "../resource-types/registry.ts";
import type { ProofRequest } from "./proof.ts";

const variablesIn = ({ resource }: PlannedResource): string[] =>
  [...resource.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);

const isRead = ({ resource, changes }: PlannedResource): boolean => isCallable(resource) && !changes;

/** A list that can be read without knowing an id or another required value. */
export const isPlainList = (planned: PlannedResource): boolean =>
  isRead(planned) && planned.paging.isList && variablesIn(planned).length === 0 && requiredOf(planned).length === 0;

/** A record that is read by its id, the last segment of the path. */
export const isRecord = (planned: PlannedResource): boolean =>
  isRead(planned) &&
  variablesIn(planned).length === 1 &&
  /\/\{[^{}/]+\}$/.test(planned.resource.path) &&
  requiredOf(planned).every(({ name }) => variablesIn(planned).includes(name));

const requiredOf = ({ resource: { parameters } }: PlannedResource) =>
  parameters.filter(({ required, source }) => required && source === "request");

export const listRequest = ({ resource }: PlannedResource, query: Record<string, string> = {}): ProofRequest => ({
  method: resource.method,
  path: withoutHub(resource.path),
  query,
});

export const recordRequest = ({ resource }: PlannedResource, id: string): ProofRequest => ({
  method: resource.method,
  path: withoutHub(resource.path).replace(/\{[^{}/]+\}$/, encodeURIComponent(id)),
});
