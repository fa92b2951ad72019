import { type LeveledTransformation, transformationSchema } from "./shape.ts";

/** The transformations in the definition of an element. Invalid entries are left out. */
export function elementTransformations(defaultTransformations: unknown): LeveledTransformation[] {
  if (!Array.isArray(defaultTransformations)) return [];
  return defaultTransformations.flatMap((entry) => {
    const { data: transformation } = transformationSchema.safeParse(entry);
    const name = transformation?.objectName ?? transformation?.name;
    return transformation && typeof name === "string" && name !== ""
      ? [{ level: "element" as const, name, transformation }]
      : [];
  });
}
