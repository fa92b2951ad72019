import type { App, Context } from "#server/context.ts";
import { importDefinitions } from "#server/services/definitions/import-definitions.ts";
import { planImport } from "#server/services/definitions/plan-import.ts";
import { importElement } from "#server/services/element/import-element.ts";
import { previewImport } from "#server/services/element/preview-import.ts";
import { reimportElement } from "#server/services/element/reimport-element.ts";
import { presentDefinitionImport, readDefinitionImport } from "../endpoints/definition.ts";
import {
  elementImportEndpoints as endpoints,
  importChoices,
  importSettings,
  LARGEST_FORM,
} from "../endpoints/element-import.ts";
import { invalid } from "../failures.ts";
import { uploadedFile, uploadedFileWith } from "../uploaded-file.ts";
import { contextOfForm } from "./context-of-form.ts";

// Files do not fit into a tRPC call. Screens send the forms of the REST API here, in their session.

export const IMPORTS_PATH = "/api/imports";
export const DEFINITIONS_PATH = "/api/definitions";

type Query = { element?: string | undefined; format?: string | undefined };
type Answering = (ctx: Context, request: Request, query: Query) => Promise<object>;

/** What an import would do, without the definition, which a screen has no use for. */
export const previewed: Answering = async (ctx, request, query) => {
  const bytes = await uploadedFile(request, LARGEST_FORM);
  const { element, ...preview } = await previewImport(ctx, { ...query, bytes });
  const { name, key, hub, authentication, configuration } = element;
  const baseUrl = configuration.find((entry) => entry.key === "base.url")?.defaultValue;
  return { ...preview, type: authentication.type, settings: { name, key, hub, baseUrl: baseUrl ?? "" } };
};

/** Creates an element, or imports into one again. */
export const imported: Answering = async (ctx, request, { element: keyOrId, format }) => {
  if (keyOrId === undefined) {
    const { bytes, options } = await uploadedFileWith(request, LARGEST_FORM, importSettings);
    return placeOf(await importElement(ctx, { bytes, format, settings: options }));
  }
  const { bytes, options } = await uploadedFileWith(request, LARGEST_FORM, importChoices);
  return placeOf(await reimportElement(ctx, keyOrId, { bytes, format, ...options }));
};

/** What an import of definitions would do, and the import. */
export const definitionsPlanned: Answering = async (ctx, request) =>
  presentDefinitionImport(await planImport(ctx, await readDefinitionImport(ctx, request)));

export const definitionsImported: Answering = async (ctx, request) =>
  presentDefinitionImport(await importDefinitions(ctx, await readDefinitionImport(ctx, request)));

const placeOf = ({ id, key, name }: { id: number; key: string; name: string }) => ({ id, key, name });

/** Answers a form with a file; `token` is the session token in its cookie. Refuses as the REST API does. */
export async function answerImport(
  app: App,
  request: Request,
  token: string | undefined,
  respond: Answering,
): Promise<Response> {
  const ctx = await contextOfForm(app, request, token);
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const query = endpoints.previewImport.query.safeParse(given);
  if (!query.success) throw invalid(query.error, "query");
  return Response.json(await respond(ctx, request, query.data), { headers: { "elements-request-id": ctx.requestId } });
}
