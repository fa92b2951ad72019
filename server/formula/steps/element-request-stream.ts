import { z } from "zod";
import { buildAddress } from "../address.ts";
import { phrase, referenceOf } from "../definition.ts";
import { thrownFailure } from "../failure-reason.ts";
import { asText } from "../place.ts";
import type { HttpRequest, HttpResponse } from "../ports.ts";
import { property } from "../property.ts";
import { httpMethod, objectOrJson, textOrNumber } from "../property-values.ts";
import { statusError } from "../request.ts";
import { requestHeaders } from "../request-headers.ts";
import { defineStepType, type StepRun } from "../step-type.ts";
import type { StepOutcome } from "../walk-state.ts";
import { apiPath, apiProperty } from "./element-request.ts";

const instance = (label: string) =>
  textOrNumber.clone().register(property, { reads: "template", label, field: "instance" });
const method = (label: string) => httpMethod.clone().register(property, { reads: "template", label });
const api = (label: string) => apiProperty.clone().register(property, { reads: "template", label, place: "url" });
const headers = (label: string) =>
  objectOrJson.optional().register(property, { reads: "template", label, field: "json", place: "json", bare: true });
const query = (label: string) =>
  z.union([objectOrJson, z.string()]).optional().register(property, {
    reads: "template",
    label,
    field: "json",
    place: "query",
    bare: true,
  });

const properties = z.object({
  downloadElementInstanceId: instance("Download from"),
  downloadMethod: method("Download method"),
  downloadApi: api("Download API"),
  downloadHeaders: headers("Download headers"),
  downloadQuery: query("Download query"),
  uploadElementInstanceId: instance("Upload to"),
  uploadMethod: method("Upload method"),
  uploadApi: api("Upload API"),
  uploadHeaders: headers("Upload headers"),
  uploadQuery: query("Upload query"),
  uploadFormData: z.unknown().optional().register(property, {
    reads: "template",
    label: "Upload form data",
    field: "json",
    place: "json",
    help: "An additional part of the upload, built by an earlier step.",
  }),
  uploadFormDataName: z.string().optional().register(property, { reads: "template", label: "Form data name" }),
});

type Properties = z.output<typeof properties>;

/**
 * `elementRequestStream` (spec §2.5, semantics 1): streams a download from one element instance into an upload to
 * another without storing it.
 * Context value (spec §2.6): `{ download: { request, response: { code, headers } }, upload: { request, response: {
 * code, headers, body } } }`; without `upload` if the download failed, whose response then has the error as `body`.
 * Form data makes the upload a multipart form.
 */
export const elementRequestStream = defineStepType({
  type: "elementRequestStream",
  label: "Element API request stream",
  summary: "Streams a file from one element instance to another.",
  icon: "arrow-left-right",
  color: "step-stream",
  purpose: "call",
  line: [
    phrase("{ends}", ({ downloadElementInstanceId: from, uploadElementInstanceId: to }) =>
      from || to ? `${referenceOf(from) || "?"} → ${referenceOf(to) || "?"}` : "",
    ),
  ],
  outputs: [{ path: ".upload.response.body", label: "the response to the upload" }],
  starter: { downloadMethod: "GET", uploadMethod: "POST" },
  isExchange: true,
  properties,
  recordDepth: () => 3,
  changesOutside: () => true,
  example: {
    downloadElementInstanceId: "${config.source}",
    downloadMethod: "GET",
    downloadApi: "/hubs/documents/files/${trigger.args.fileId}",
    uploadElementInstanceId: "${config.target}",
    uploadMethod: "POST",
    uploadApi: "/hubs/documents/files",
  },
  run: copy,
});

async function copy(step: StepRun<Properties>): Promise<StepOutcome> {
  const { properties, ports, signal } = step;
  const download = sideOf(step, "download");
  if (!download.ok) return { took: "onFailure", error: download.error };
  const upload = sideOf(step, "upload");
  if (!upload.ok) return { took: "onFailure", error: upload.error };
  const { uploadFormData: data, uploadFormDataName: name = "formData" } = properties;
  const form = data === undefined ? undefined : { [name]: asText(data) };
  try {
    const copied = await ports.elementStream(download.call, { ...upload.call, ...(form && { form }) });
    const output = {
      download: { request: download.shown, response: responseOf(copied.download) },
      ...(copied.upload && {
        upload: { request: upload.shown, response: { ...responseOf(copied.upload), body: copied.upload.body ?? "" } },
      }),
    };
    const last = copied.upload ?? copied.download;
    if (copied.upload && last.code >= 200 && last.code < 300) return { took: "onSuccess", output };
    const error = statusError(copied.upload ? "The upload" : "The download", last);
    return { took: "onFailure", output, error, reason: last.reason };
  } catch (error) {
    signal.throwIfAborted();
    const output = { download: { request: download.shown } };
    return { took: "onFailure", output, ...thrownFailure(error) };
  }
}

/** The file itself is not recorded; a refusal is. */
const responseOf = ({ code, headers, body, refusal }: Omit<HttpResponse, "body"> & { body?: unknown }) => ({
  code,
  headers,
  ...(refusal !== undefined && { body }),
});

type Side =
  | { ok: true; call: HttpRequest & { elementInstanceId: string }; shown: Record<string, unknown> }
  | { ok: false; error: string };

/** One of the two requests, from the properties that begin with its name. */
function sideOf({ properties, name, idempotencyKey, signal }: StepRun<Properties>, side: "download" | "upload"): Side {
  const api = properties[`${side}Api`];
  const method = properties[`${side}Method`];
  const address = apiPath(api);
  if (address === undefined) return { ok: false, error: `${side}Api: ${api} is not a path such as /files.` };
  const built = buildAddress(address, undefined, properties[`${side}Query`]);
  if (!built.ok) return built;
  const written = requestHeaders(
    { method, headers: properties[`${side}Headers`], body: undefined },
    { stepName: name, idempotencyKey },
  );
  if (!written.ok) return { ok: false, error: written.error.replace("headers:", `${side}Headers:`) };
  const { headers } = written;
  const { base: uri, query, url } = built.address;
  const elementInstanceId = properties[`${side}ElementInstanceId`];
  return {
    ok: true,
    call: { elementInstanceId, method, url, headers, signal },
    shown: { query, method, uri, headers },
  };
}
