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

export const lightElementRevisionRecord = z
  .object({
    revision: id,
    message: z.string().nullable(),
    author: z.string().nullable(),
    createdDate: z.iso.datetime(),
  })
  .meta({ id: "ElementRevisionSummary" });
