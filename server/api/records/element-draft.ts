import { z } from "zod";

const id = z.number().int();
const definition = z.looseObject({});

const facts = {
  id,
  elementId: id.nullable().meta({ description: "Null for the draft of a new element." }),
  savedDate: z.iso.datetime(),
};

export const elementDraftRecord = z
  .object({
    ...facts,
    version: id.meta({ description: "Counts the changes. Send it with the next one." }),
    basedOn: id.nullable().meta({ description: "The revision of the element that the draft began from." }),
    element: definition,
  })
  .meta({ id: "ElementDraft" });

export const lightElementDraftRecord = z
  .object({ ...facts, elementKey: z.string().nullable(), name: z.string() })
  .meta({ id: "ElementDraftSummary" });

export const publishedElementRecord = z
  .object({
    elementId: id,
    key: z.string(),
    revision: id,
    mayChange: z.boolean().meta({ description: "Whether you may publish the next revision." }),
    element: definition,
  })
  .meta({ id: "PublishedElement" });

export const elementRevisionRecord = z
  .object({ elementId: id, key: z.string(), revision: id, element: definition })
  .meta({ id: "ElementRevision" });

const path = z.array(z.union([z.string(), id])).meta({ description: "Where in the definition." });

export const elementProblemRecord = z.object({ path, message: z.string() }).meta({ id: "ElementProblem" });

export const elementImpactRecord = z
  .object({
    changes: z.array(
      z.object({
        rule: z.string().meta({ description: "The kind of change, such as `resourceRemoved`." }),
        isBreaking: z.boolean(),
        path,
        message: z.string(),
      }),
    ),
    affected: z
      .array(
        z.object({
          kind: z.enum(["instance", "formula"]),
          id: id.nullable(),
          name: z.string().nullable(),
          message: z.string(),
        }),
      )
      .meta({ description: "What breaks for whom. Objects that you may not see are counted without id and name." }),
  })
  .meta({ id: "ElementImpact" });

export const lightElementRevisionRecord = z
  .object({
    revision: id,
    message: z.string().nullable(),
    author: z.string().nullable(),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: "ElementRevisionSummary" });
