import { z } from "zod";
import { property } from "../property.ts";
import { httpMethod, objectOrJson, textOrNumber } from "../property-values.ts";
import { defineStepType } from "../step-type.ts";
import { apiProperty } from "./element-request.ts";

const instance = (label: string) => textOrNumber.register(property, { reads: "template", label, field: "instance" });
const method = (label: string) => httpMethod.register(property, { reads: "template", label });
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

/**
 * `elementRequestStream` (spec §2.5, semantics 1): downloads from one element instance and uploads what comes to
 * another without keeping it.
 */
export const elementRequestStream = defineStepType({
  type: "elementRequestStream",
  label: "Element API request stream",
  summary: "Downloads a file from one element instance straight into another.",
  properties: z.object({
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
      help: "An extra part of the upload, built by a step before.",
    }),
    uploadFormDataName: z.string().optional().register(property, { reads: "template", label: "Form data name" }),
  }),
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
  run: () => ({ took: "onFailure", error: "elementRequestStream: element instances are not available yet." }),
});
