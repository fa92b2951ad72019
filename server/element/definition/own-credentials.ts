import { AUTH_TYPES } from "../auth/registry.ts";
import { isSecret, isSecretName } from "../auth/secrets.ts";
import { scriptOf } from "../hooks/context-params.ts";
import { PLACES } from "../parameters/registry.ts";
import type { Element, Hook, Parameter } from "../shape.ts";

/** The fields of an element that determine its default entries. */
export type Definition = Pick<Element, "authentication" | "configuration"> &
  Partial<Pick<Element, "parameters" | "hooks" | "resources">>;

/**
 * Whether the element uses a secret of its own configuration instead of the credentials of its authentication type, and
 * reads those nowhere: then connecting does not require them.
 */
export function hasOwnCredentials({
  authentication: { type },
  configuration,
  parameters = [],
  hooks = [],
  resources = [],
}: Definition): boolean {
  const { isCredential } = AUTH_TYPES[type];
  if (!isCredential) return false;
  const all = [...parameters, ...resources.flatMap((resource) => resource.parameters)];
  const used = new Set(all.flatMap(keysOf));
  const scripts = [...hooks, ...resources.flatMap((resource) => resource.hooks)];
  const isRead = ({ key }: { key: string }) => used.has(key) || scripts.some((hook) => reads(hook, key));
  const own = all.filter(isCredential).flatMap(keysOf);
  return (
    own.some((key) => isSecret({ configuration }, key) || isSecretName(key)) &&
    !AUTH_TYPES[type].configuration.some(isRead)
  );
}

/** The configuration keys that a parameter reads. */
export function keysOf({ type, name, source }: Parameter): string[] {
  if (source === "response") return [];
  return [...(PLACES[type].keys?.(name) ?? [])];
}

/** `configuration.username`, `configuration['username']`, and destructured names. */
function reads(hook: Hook, key: string): boolean {
  const { isUnreadable, words } = scriptOf(hook);
  return isUnreadable || (words.has("configuration") && [...words].some((word) => word.includes(key)));
}
