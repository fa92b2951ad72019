import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure, withField } from "#server/errors.ts";
import { identifySession } from "#server/services/account/identify-caller.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { callableInstance, forNamedInstance } from "#server/services/bulk/create-bulk-job.ts";
import { createUpload } from "#server/services/bulk/create-upload.ts";
import { importDefinitions } from "#server/services/definitions/import-definitions.ts";
import { planImport } from "#server/services/definitions/plan-import.ts";
import { importElement } from "#server/services/element/import-element.ts";
import { previewImport } from "#server/services/element/preview-import.ts";
import { reimportElement } from "#server/services/element/reimport-element.ts";
import { setLogo } from "#server/services/organization/branding.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { readBulkUpload } from "../bulk-upload-form.ts";
import { bulkEndpoints } from "../endpoints/bulk.ts";
import { presentDefinitionImport, readDefinitionImport } from "../endpoints/definition.ts";
import {
  elementImportEndpoints as endpoints,
  importChoices,
  importSettings,
  LARGEST_FORM,
} from "../endpoints/element-import.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { LARGEST_IMAGE } from "../endpoints/organization.ts";
import { invalid } from "../failures.ts";
import { receivedBody } from "../received-body.ts";
import { uploadedFile, uploadedFileWith } from "../uploaded-file.ts";
import { isForeign } from "./handle-call.ts";
import { once } from "./once.ts";

// Files do not fit into a tRPC call. Screens send the forms of the REST API here, with their session.

type Query = Readonly<Record<string, string>>;
type FormHandler = (ctx: Context, request: Request, query: Query) => Promise<object>;

/** The plan of an import, without the definition, which a screen does not need. */
const previewed: FormHandler = async (ctx, request, given) => {
  const query = importQuery(given);
  const bytes = await uploadedFile(request, LARGEST_FORM);
  const { element, ...preview } = await previewImport(ctx, { ...query, bytes });
  const { name, key, hub, authentication, configuration } = element;
  const baseUrl = configuration.find((entry) => entry.key === "base.url")?.defaultValue;
  return { ...preview, type: authentication.type, settings: { name, key, hub, baseUrl: baseUrl ?? "" } };
};

/** Creates an element, or imports into one again. */
const imported: FormHandler = async (ctx, request, given) => {
  const { element: keyOrId, format } = importQuery(given);
  if (keyOrId === undefined) {
    const { bytes, options } = await uploadedFileWith(request, LARGEST_FORM, importSettings);
    return placeOf(await importElement(ctx, { bytes, format, settings: options }));
  }
  const { bytes, options } = await uploadedFileWith(request, LARGEST_FORM, importChoices);
  return placeOf(await reimportElement(ctx, { bytes, format, ...options, keyOrId }));
};

/** Plans an import of definitions, or imports them. */
const definitionsPlanned: FormHandler = async (ctx, request) =>
  presentDefinitionImport(await planImport(ctx, await readDefinitionImport(ctx, request)));

const definitionsImported: FormHandler = async (ctx, request) =>
  presentDefinitionImport(await importDefinitions(ctx, await readDefinitionImport(ctx, request)));

const ofUpload = instanceEndpoints.readInstance.params.extend(bulkEndpoints.startBulkUpload.params.shape);

/** Starts a bulk upload, whose file is stored as it arrives. */
const uploadStarted: FormHandler = async (own, request, given) => {
  const query = ofUpload.safeParse(given);
  if (!query.success) throw invalid(query.error, "query");
  const { elementInstanceId, objectName } = query.data;
  const ctx = await withField("elementInstanceId", forNamedInstance(own, elementInstanceId));
  await withField("elementInstanceId", callableInstance(ctx));
  const upload = await readBulkUpload(request, ctx.env.BULK_FILE_MB * 2 ** 20);
  return createUpload(ctx, { ...upload, objectName });
};

const logoSet: FormHandler = async (ctx, request) => {
  await setLogo(ctx, () => uploadedFile(request, LARGEST_IMAGE));
  return {};
};

/** The handler of each form, by path. */
export const FORMS: Readonly<Record<string, FormHandler>> = {
  "/api/imports": imported,
  "/api/imports/preview": previewed,
  "/api/definitions": definitionsImported,
  "/api/definitions/plan": definitionsPlanned,
  "/api/bulk-uploads": uploadStarted,
  "/api/logo": logoSet,
};

function importQuery(given: Query) {
  const query = endpoints.previewImport.query.safeParse(given);
  if (!query.success) throw invalid(query.error, "query");
  return query.data;
}

const placeOf = ({ id, key, name }: { id: number; key: string; name: string }) => ({ id, key, name });

/** Handles a form with a file; `token` is the session token in its cookie. Refuses as the REST API does. */
export async function handleForm(app: App, request: Request, token: string | undefined): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const respond = FORMS[pathname];
  if (!respond) throw new Failure("notFound", "Nothing exists at this address.");
  if (isForeign(request))
    throw new Failure(
      "forbidden",
      "Requests from other sites are not allowed. Send the file from the Workbench, or through the API.",
    );
  const caller = token === undefined ? null : await identifySession(app, token);
  if (!caller) throw new Failure("unauthorized", "Your session has ended. Sign in again.");
  const requestId = newRequestId();
  const ctx: Context = { ...app, ...actingAs(app, caller), requestId };
  requireDesigner(ctx);
  const content = { content: `${pathname}?${searchParams}`, body: receivedBody(request) };
  return once(ctx, { request, ...content }, async () => {
    const reply = await respond(ctx, request, Object.fromEntries(searchParams));
    return Response.json(reply, { headers: { "elements-request-id": requestId } });
  });
}
