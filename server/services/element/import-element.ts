import type { Context } from "#server/context.ts";
import { operationKeyOf } from "#server/element/convert/operation-key.ts";
import { type Element, elementSchema } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";
import { insertElement } from "./create-element.ts";
import { presentElement } from "./present-element.ts";
import { type DescriptionFile, readDescription } from "./read-description.ts";

/** An author's choices for an import; the file's values are the default. */
export type ImportSettings = {
  name?: string | undefined;
  key?: string | undefined;
  hub?: string | undefined;
  baseUrl?: string | undefined;
  /** The operations to import, by their keys in the preview; all of them by default. */
  operations?: readonly string[] | undefined;
  /** The name of a type of authentication in the file; by default the best. */
  authentication?: string | undefined;
};

/**
 * Makes a private element from the description of an API, and keeps the description for a later import. Refuses
 * (badRequest) what cannot be read, operations and ways to authenticate that are not in the file, and what creating an
 * element refuses.
 */
export async function importElement(
  ctx: Context,
  {
    settings: { baseUrl, operations, authentication, ...named },
    ...file
  }: DescriptionFile & { settings: ImportSettings },
) {
  requireDesigner(ctx);
  const { element: converted, format, base } = await readDescription(ctx, { ...file, authentication });
  const element = elementSchema.parse({ ...converted, ...named });
  return presentElement(
    await insertElement(ctx, {
      element: {
        ...element,
        resources: operations ? chosenOf(element, operations) : element.resources,
        configuration: element.configuration.map((entry) =>
          baseUrl !== undefined && entry.key === BASE_URL ? { ...entry, defaultValue: baseUrl } : entry,
        ),
      },
      message: importMessage(format),
      description: base,
    }),
  );
}

const BASE_URL = "base.url";

/** The message of the revision that an import creates. */
export const importMessage = ({ label }: { label: string }): string => `Imported from ${label}`;

function chosenOf({ resources }: Element, operations: readonly string[]): Element["resources"] {
  const wanted = new Set(operations);
  const chosen = resources.filter((resource) => wanted.delete(operationKeyOf(resource)));
  const [unknown] = wanted;
  if (unknown !== undefined)
    throw new Failure("badRequest", `operations: ${JSON.stringify(unknown.slice(0, 200))} is not in the file.`);
  return chosen;
}
