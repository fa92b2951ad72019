import { isGrantedByPerson } from "#server/element/auth/granted-by-person.ts";
import { AUTH_TYPES } from "#server/element/auth/registry.ts";
import { reservedKeys } from "#server/element/definition/automatic-configuration.ts";
import { unlistedEntries } from "#server/element/definition/unlisted-keys.ts";
import { typesOf } from "#server/registry.ts";
import { type ElementReader, findElement } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";
import { listAuthenticationConfiguration, listAuthenticationTypes } from "./authentication-types.ts";

/**
 * The fields of the connect form for each type of authentication: the entries, and keys without an entry that the
 * element reads from the configuration. `isOwn` marks entries that the author of the element wrote; all others are
 * added to every element. `throughProvider`: a person grants access on a page of the provider.
 */
export async function readConnectForm(ctx: ElementReader, keyOrId: string) {
  const { defaultValue, options } = await listAuthenticationTypes(ctx, keyOrId);
  const element = wholeOf(await findElement(ctx, keyOrId));
  const reserved = reservedKeys(element);
  const unlisted = unlistedEntries(element).map((entry) => ({ ...entry, id: 0 }));
  const types = await Promise.all(
    options.map(async ({ value, description }) => {
      const entries = [...(await listAuthenticationConfiguration(ctx, { keyOrId, type: value })), ...unlisted];
      const shown = entries.filter(({ active }) => active);
      const defaults = Object.fromEntries(entries.map(({ key, defaultValue = "" }) => [key, defaultValue]));
      const type = typesOf(AUTH_TYPES).find((one) => one.toLowerCase() === value.toLowerCase());
      const throughProvider = type !== undefined && isGrantedByPerson(AUTH_TYPES[type], defaults);
      return {
        ...{ value, description, throughProvider },
        entries: shown.map((entry) => ({ ...entry, isOwn: !reserved.has(entry.key) })),
      };
    }),
  );
  return { chosen: defaultValue, types };
}
