import { DATA_TYPES, dataTypeNamed } from "#server/element/data-types/registry.ts";

type Typed = { readonly fields: readonly { path: string; type?: string | undefined }[] };

/** The types of fields: those of data, and lists of anything. */
export const FIELD_TYPES: readonly string[] = [...Object.keys(DATA_TYPES), "array"].sort();

/** The types of fields that only an object of this name explains. */
export const objectTypesIn = ({ fields }: Typed): string[] => [
  ...new Set(fields.flatMap(({ type }) => (type && !isFieldType(type) ? [type] : []))),
];

const isFieldType = (type: string): boolean => FIELD_TYPES.includes(type) || dataTypeNamed(type) !== undefined;

/** The fields whose type is neither one of data nor the name of one of the objects. */
export const unknownTypes = ({ fields }: Typed, objects: ReadonlySet<string>): string[] =>
  fields.flatMap(({ path, type }, at) =>
    type && !isFieldType(type) && !objects.has(type)
      ? [
          `fields[${at}].type: ${JSON.stringify(type.slice(0, 100))}, the type of ${JSON.stringify(path.slice(0, 100))}, is unknown. Use one of ${FIELD_TYPES.join(", ")}, or the name of a common resource that has a definition.`,
        ]
      : [],
  );
