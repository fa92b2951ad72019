import { AUTH_TYPES, TYPE_KEY } from "#server/element/auth/registry.ts";
import { isSecretEntry } from "#server/element/configuration-types/registry.ts";
import { isElementSecret } from "#server/element/definition/element-secrets.ts";
import { entriesFor } from "#server/element/definition/fill-configuration.ts";
import { Failure } from "#server/errors.ts";
import { type ElementReader, findElement } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";

/** The types of authentication that an element offers; most have one. */
export async function listAuthenticationTypes(ctx: ElementReader, keyOrId: string) {
  const { authentication, configuration } = wholeOf(await findElement(ctx, keyOrId));
  const choice = configuration.find(({ key }) => key === TYPE_KEY);
  const own = { value: authentication.type, description: AUTH_TYPES[authentication.type].label };
  const options = choice?.options?.map(({ value, description }) => ({ value, description: description ?? value }));
  return { defaultValue: choice?.defaultValue || authentication.type, options: options?.length ? options : [own] };
}

/**
 * The configuration that an instance with that type requires; refuses notFound for a type that the element does not
 * offer.
 */
export async function listAuthenticationConfiguration(
  ctx: ElementReader,
  { keyOrId, type }: { keyOrId: string; type: string },
) {
  const { options } = await listAuthenticationTypes(ctx, keyOrId);
  const element = wholeOf(await findElement(ctx, keyOrId));
  const option = options.find(({ value }) => value.toLowerCase() === type.toLowerCase());
  if (!option)
    throw new Failure(
      "notFound",
      `The element does not offer the authentication type ${JSON.stringify(type.slice(0, 100))}.`,
    );
  return entriesFor(element, { [TYPE_KEY]: option.value })
    .filter(({ key, internal }) => key !== TYPE_KEY && !internal)
    .map((entry) => ({
      ...entry,
      id: entry.id ?? 0,
      defaultValue: isSecretEntry(entry) || isElementSecret(element, entry) ? undefined : entry.defaultValue,
    }));
}
