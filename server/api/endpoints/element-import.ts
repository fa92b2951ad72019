import { z } from "zod";
import { FORMAT_NAMES } from "#server/element/convert/registry.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { convertElement } from "#server/services/element/convert-element.ts";
import { previewImport } from "#server/services/element/preview-import.ts";
import { endpoint } from "../endpoint.ts";
import { keyOrId } from "../records/fields.ts";
import { uploadedFile } from "../uploaded-file.ts";

const LARGEST_FILE = 20 * 1024 * 1024;

const shared = { auth: "platform", tags: ["Elements"], takesFiles: true, bodyLimit: LARGEST_FILE } as const;

const formatName = z
  .enum(FORMAT_NAMES, `must be one of ${FORMAT_NAMES.join(", ")}`)
  .optional()
  .meta({ description: "The format of the file. Recognized from the file if left out." });

const problem = z
  .object({
    place: z.string().meta({ description: "Where in the file, such as `paths./contacts.get`." }),
    message: z.string(),
  })
  .meta({ id: "ImportProblem" });

const convertedElement = z.looseObject({ name: z.string(), key: z.string(), resources: z.array(z.looseObject({})) });

const previewedOperation = z
  .object({
    key: z.string().meta({ description: "The method and path of the provider, such as `GET /contacts`." }),
    summary: z.string(),
    state: z.enum(["new", "changed", "unchanged", "removed"]),
    problems: z.array(problem),
  })
  .meta({ id: "ImportOperation" });

export const elementImportEndpoints = {
  convertElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/convert",
    summary: "Generate an element from an API description",
    description:
      "Send a multipart form with a file. `soap` and `swagger` are other names of formats. Nothing is saved.",
    query: z.object({ type: formatName }),
    reply: convertedElement,
    handle: async (ctx, { query, request }) => {
      requireDesigner(ctx);
      return convertElement(ctx, { type: query.type, bytes: await uploadedFile(request, LARGEST_FILE) });
    },
  }),

  previewImport: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/import-previews",
    summary: "Preview the import of an API description",
    description:
      "Send a multipart form with a file. Returns the element that it becomes, its operations, and what cannot be imported. Nothing is saved.",
    query: z.object({
      format: formatName,
      element: keyOrId.optional().meta({ description: "An element of yours to compare the file with." }),
    }),
    reply: z.object({
      format: z.object({ type: z.string(), label: z.string() }),
      element: convertedElement,
      operations: z.array(previewedOperation),
      problems: z.array(problem),
    }),
    handle: async (ctx, { query: { format, element }, request }) => {
      requireDesigner(ctx);
      return previewImport(ctx, { format, element, bytes: await uploadedFile(request, LARGEST_FILE) });
    },
  }),
};
