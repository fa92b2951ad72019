import { z } from "zod";
import { FORMAT_NAMES } from "#server/element/convert/registry.ts";
import { IMPORT_CHOICES } from "#server/element/import/compare-import.ts";
import { elementSchema } from "#server/element/shape.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { convertElement } from "#server/services/element/convert-element.ts";
import { importElement } from "#server/services/element/import-element.ts";
import { previewImport } from "#server/services/element/preview-import.ts";
import { reimportElement } from "#server/services/element/reimport-element.ts";
import { endpoint } from "../endpoint.ts";
import { elementRecord } from "../records/element.ts";
import { keyOrId } from "../records/fields.ts";
import { uploadedFile, uploadedFileWith } from "../uploaded-file.ts";

const MEGABYTE = 1024 * 1024;
const LARGEST_FILE = 20 * MEGABYTE;
/** A file with the choices about its operations. */
export const LARGEST_FORM = LARGEST_FILE + 2 * MEGABYTE;

const shared = { auth: "platform", tags: ["Elements"], takesFiles: true, bodyLimit: LARGEST_FILE } as const;

const formatName = z
  .enum(FORMAT_NAMES, `must be one of ${FORMAT_NAMES.join(", ")}`)
  .optional()
  .meta({ description: "The format of the file. Detected by default." });

const problem = z
  .object({
    place: z.string().meta({ description: "The position in the file, such as `paths./contacts.get`." }),
    message: z.string(),
  })
  .meta({ id: "ImportProblem" });

const convertedElement = z.looseObject({ name: z.string(), key: z.string(), resources: z.array(z.looseObject({})) });

const importChoice = z
  .enum(IMPORT_CHOICES, `must be ${IMPORT_CHOICES.join(" or ")}`)
  .meta({ description: "`imported`: as in the file. `current`: as in the element." });

const authentication = z
  .string()
  .max(1000)
  .optional()
  .meta({ description: "How the element authenticates: the `name` of one of `authentications` in the preview." });

const MOST_OPERATIONS = 10_000;
const operationKey = z.string().max(10_000);

/** An author's choices for a new element. */
export const importSettings = elementSchema
  .pick({ key: true })
  .extend({
    name: elementSchema.shape.name.optional(),
    hub: z.string().trim().min(1, "must not be empty").max(255).optional(),
    baseUrl: z.string().trim().max(2000).optional().meta({ description: "The base URL of connections." }),
    operations: z
      .array(operationKey)
      .max(MOST_OPERATIONS)
      .optional()
      .meta({ description: "The keys of the operations to import. Defaults to all." }),
    authentication,
  })
  .meta({ id: "ImportSettings" });

/** An author's choices for an element that is imported again. */
export const importChoices = z
  .object({
    choices: z
      .record(operationKey, importChoice)
      .default({})
      .meta({ description: "Choices by operation key. Defaults to the choices of the preview." }),
    basedOn: z
      .int()
      .positive()
      .optional()
      .meta({ description: "The `revision` of the preview. If the element has another one, the response is 409." }),
    authentication,
  })
  .meta({ id: "ImportChoices" });

const offeredAuthentication = z
  .object({
    name: z.string().meta({ description: "The security schemes of the file, such as `oauth` or `app + user`." }),
    type: z.string().meta({ description: "The authentication type of the element." }),
    label: z.string(),
    operations: z.int().meta({ description: "The number of operations in the file that accept it." }),
    problems: z.array(problem),
  })
  .meta({ id: "ImportAuthentication" });

const previewedOperation = z
  .object({
    key: z.string().meta({ description: "The method and path of the provider, such as `GET /contacts`." }),
    summary: z.string(),
    method: z.string().meta({ description: "The method of the resource." }),
    path: z.string().meta({ description: "The path of the resource, without the hub." }),
    host: z.string().nullable().meta({
      description: "The host to which requests and credentials are sent, if it is not that of `base.url`.",
    }),
    state: z.enum(["new", "changed", "unchanged", "removed"]),
    isEdited: z.boolean().meta({ description: "It was changed or removed manually since the last import." }),
    choice: importChoice
      .nullable()
      .meta({ description: "The default choice. Null if both the file and people changed it: then choose." }),
    problems: z.array(problem),
  })
  .meta({ id: "ImportOperation" });

export const elementImportEndpoints = {
  convertElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/convert",
    forViewers: true,
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
    forViewers: true,
    summary: "Preview the import of an API description",
    description:
      "Send a multipart form with a file. Returns the resulting element, its operations, and what cannot be imported. Nothing is saved.",
    query: z.object({
      format: formatName,
      element: keyOrId.optional().meta({ description: "An element of yours to compare the file with." }),
      authentication,
    }),
    reply: z.object({
      format: z.object({ type: z.string(), label: z.string() }),
      element: convertedElement,
      authentications: z
        .array(offeredAuthentication)
        .meta({ description: "The types of authentication in the file, the best first." }),
      authentication: z.string().nullable().meta({ description: "The type of authentication of `element`." }),
      revision: z.int().nullable().meta({ description: "The revision of the element that the file is compared with." }),
      lastImport: z
        .object({ format: z.string(), importedAt: z.string() })
        .nullable()
        .meta({ description: "The import that the element is compared with. Null if it was not imported before." }),
      operations: z.array(previewedOperation),
      problems: z.array(problem),
    }),
    handle: async (ctx, { query, request }) => {
      requireDesigner(ctx);
      return previewImport(ctx, { ...query, bytes: await uploadedFile(request, LARGEST_FILE) });
    },
  }),

  importElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/imports",
    summary: "Create an element from an API description",
    description:
      "Send a multipart form with a file, and before it the part `options`. The description is stored, so that a later one can be merged with your changes.",
    query: z.object({ format: formatName }),
    options: importSettings,
    reply: elementRecord,
    handle: async (ctx, { query: { format }, request }) => {
      requireDesigner(ctx);
      const { bytes, options } = await uploadedFileWith(request, LARGEST_FORM, importSettings);
      return importElement(ctx, { format, bytes, settings: options });
    },
  }),

  reimportElement: endpoint({
    ...shared,
    method: "POST",
    path: "/elements/{keyOrId}/imports",
    summary: "Import an API description into an element again",
    description:
      "Send a multipart form with a file, and before it the part `options`. Manual changes since the last import are kept. Operations that the file changed as well need a choice; without one, the response is 409 and nothing is saved.",
    params: z.object({ keyOrId }),
    query: z.object({ format: formatName }),
    options: importChoices,
    reply: elementRecord,
    handle: async (ctx, { params, query: { format }, request }) => {
      requireDesigner(ctx);
      const { bytes, options } = await uploadedFileWith(request, LARGEST_FORM, importChoices);
      return reimportElement(ctx, { format, bytes, ...options, keyOrId: params.keyOrId });
    },
  }),
};
