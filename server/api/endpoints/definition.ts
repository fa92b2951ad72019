import { z } from "zod";
import type { Context } from "#server/context.ts";
import { DEFINITION_KINDS } from "#server/definition-files/definition-kinds.ts";
import { IMPORT_ACTIONS, type PlannedInstance } from "#server/definition-files/plan-definitions.ts";
import type { SkippedFile } from "#server/definition-files/read-files.ts";
import { typesOf } from "#server/registry.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import type { ComparedDefinition } from "#server/services/definitions/compared-revision.ts";
import { exportDefinitions } from "#server/services/definitions/export-definitions.ts";
import { type ImportedDefinition, importDefinitions } from "#server/services/definitions/import-definitions.ts";
import { planImport } from "#server/services/definitions/plan-import.ts";
import { attachment } from "../attachment.ts";
import { endpoint } from "../endpoint.ts";
import { FileResponse } from "../handler.ts";
import { uploadedFileWith } from "../uploaded-file.ts";
import { readZippedFiles, zipFiles } from "../zipped-files.ts";

const MEGABYTE = 1024 * 1024;
const ZIP = "application/zip";
export const LARGEST_DEFINITIONS = 20 * MEGABYTE;

const shared = { auth: "platform", tags: ["Definitions"] } as const;

const TYPES = typesOf(DEFINITION_KINDS);
const definitionType = z.enum(TYPES, `must be one of ${TYPES.join(", ")}`);

const selection = z.object({
  "types[]": z.array(definitionType).optional().meta({ description: "Only definitions of these types." }),
  "names[]": z
    .array(z.string().max(1000))
    .max(1000)
    .optional()
    .meta({ description: "Only formulas and common resources with these names, and elements with these keys." }),
});

const ofImport = {
  ...shared,
  method: "POST",
  takesFiles: true,
  bodyLimit: LARGEST_DEFINITIONS,
} as const;

const importOptions = z
  .object({
    instances: z
      .record(z.string().max(20), z.int32().positive())
      .optional()
      .meta({ description: "The ids of the replacing element instances, by the ids in the files." }),
    except: z
      .array(z.object({ type: definitionType, name: z.string().max(1000) }))
      .max(2000)
      .optional()
      .meta({ description: "Definitions of the files to exclude." }),
    basedOn: z
      .array(z.object({ type: definitionType, name: z.string().max(1000), revision: z.string().max(100) }))
      .max(2000)
      .optional()
      .meta({
        description:
          "The `revision` of each definition in the plan. If a definition that would be saved has another one, nothing is imported and the response is 409. By default the current ones are replaced.",
      }),
    skipBlocked: z.boolean().optional().meta({
      description: "Set to true to import the others if some are blocked. By default nothing is imported then.",
    }),
  })
  .meta({ id: "DefinitionImportOptions" });

const instance = z.object({
  id: z.number(),
  name: z.string().optional(),
  elementKey: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

const importRecord = z
  .object({
    definitions: z
      .array(
        z.object({
          type: definitionType,
          name: z.string(),
          path: z.string().meta({ description: "The file." }),
          action: z.enum(IMPORT_ACTIONS).meta({
            description:
              "`blocked`: it cannot be imported, for the reasons in its findings. `leftOut`: it is in `except`.",
          }),
          id: z.number().optional().meta({ description: "The id here, if it exists." }),
          revision: z.string().meta({ description: "Identifies what it was compared with, for `basedOn`." }),
          error: z.string().optional().meta({ description: "Why saving it was refused." }),
          findings: z.array(
            z.object({
              severity: z.enum(["blocked", "fails", "changes"]).meta({
                description:
                  "`blocked`: it cannot be saved. `fails`: it is saved, and this part fails when it runs. `changes`: it works in another way.",
              }),
              message: z.string(),
            }),
          ),
        }),
      )
      .meta({ description: "In the order in which they are saved." }),
    instances: z
      .array(
        z.object({
          instance: instance.meta({ description: "The element instance as the files describe it." }),
          where: z.array(z.string()),
          bound: instance.optional().meta({ description: "The element instance that replaces it." }),
          candidates: z.array(instance).meta({ description: "Possible replacements, best first." }),
        }),
      )
      .meta({ description: "Element instances that the definitions name." }),
    skipped: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .meta({ description: "Files that were not read." }),
  })
  .meta({ id: "DefinitionImport" });

type Shown = {
  definitions: readonly (ComparedDefinition | ImportedDefinition)[];
  instances: readonly PlannedInstance[];
  skipped: readonly SkippedFile[];
};

export const presentDefinitionImport = ({ definitions, instances, skipped }: Shown): z.input<typeof importRecord> => ({
  definitions: definitions.map(({ kind, ...definition }) => ({ ...definition, type: kind.noun })),
  instances: [...instances],
  skipped: [...skipped],
});

/** The files of a request, and the choices for them. Refuses viewers before the body is read. */
export async function readDefinitionImport(ctx: Context, request: Request) {
  requireDesigner(ctx);
  const { bytes, name, options } = await uploadedFileWith(request, LARGEST_DEFINITIONS, importOptions);
  return { ...options, files: await readZippedFiles(bytes, name) };
}

/** Formulas, elements and common resources together, as files of a repository. */
export const definitionEndpoints = {
  exportDefinitions: endpoint({
    ...shared,
    method: "GET",
    path: "/definitions/export",
    summary: "Export definitions as files",
    description:
      "Returns a zip file with a folder for each formula, element and common resource of your account: the JSON in a stable order, scripts as separate files, no secrets, dates or ids of parts. Suitable for a repository.",
    query: selection,
    fileType: ZIP,
    reply: z.unknown(),
    async handle(ctx, { query }) {
      const files = await exportDefinitions(ctx, { types: query["types[]"], names: query["names[]"] });
      return new FileResponse(await zipFiles(files), { "content-type": ZIP, ...attachment("definitions.zip") });
    },
  }),

  planDefinitionImport: endpoint({
    ...ofImport,
    path: "/definitions/import/plan",
    summary: "Plan an import of definitions",
    description:
      "Send a zip file of definitions, or one JSON file. Returns the planned action and the differences for each definition. Nothing is saved.",
    options: importOptions,
    reply: importRecord,
    handle: async (ctx, { request }) =>
      presentDefinitionImport(await planImport(ctx, await readDefinitionImport(ctx, request))),
  }),

  importDefinitions: endpoint({
    ...ofImport,
    path: "/definitions/import",
    summary: "Import definitions",
    description:
      "Send a zip file of definitions, or one JSON file: as exported by this API, or single files of other tools. Definitions with the same name or key are replaced, others are created, each after the definitions that it names.",
    options: importOptions,
    reply: importRecord,
    handle: async (ctx, { request }) =>
      presentDefinitionImport(await importDefinitions(ctx, await readDefinitionImport(ctx, request))),
  }),
};
