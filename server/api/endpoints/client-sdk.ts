import { z } from "zod";
import { type ClientPackage, writeClient } from "#server/client/write-client.ts";
import { Failure } from "#server/errors.ts";
import { findElement } from "#server/services/element/find-element.ts";
import { readDocs } from "#server/services/element/read-docs.ts";
import { BASE_PATH } from "../app.ts";
import { attachment } from "../attachment.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { FileResponse } from "../handler.ts";
import { describeApi } from "../openapi.ts";
import { keyOrId } from "../records/fields.ts";
import { zipFiles } from "../zipped-files.ts";

const VERSION = "2.0.0";
const TYPES = ["typescript", "javascript"] as const;
const sdk = z
  .object({
    type: z.enum(TYPES),
    language: z.string(),
    name: z.string().meta({ description: "The name of the package." }),
  })
  .meta({ id: "ClientSdk" });

const shared = {
  method: "GET",
  tags: ["Clients"],
  reply: z.unknown(),
  fileType: "application/zip",
  alsoRefuses: [501],
} as const;
const language = z.string().max(100);

/** One package serves both: the types are beside the JavaScript. Refuses (notImplemented) all other languages. */
function requireLanguage(wanted: string, description: string): void {
  if (TYPES.some((known) => known === wanted.toLowerCase())) return;
  throw new Failure(
    "notImplemented",
    `There is no client for ${wanted.slice(0, 100)}. There is one for ${TYPES.join(" and ")}; for others, use a code generator with GET ${description}.`,
  );
}

const packageOf = (key: string): string => `@formulary/${key.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, "-")}`;

async function zipped(document: object, about: Omit<ClientPackage, "version">): Promise<FileResponse> {
  const folder = about.name.replace("@", "").replace("/", "-");
  const files = writeClient(document as Record<string, unknown>, { ...about, version: VERSION });
  const bytes = await zipFiles(new Map([...files].map(([path, text]) => [`${folder}/${path}`, text])));
  return new FileResponse(bytes, {
    "content-type": "application/zip",
    ...attachment(`${folder}.zip`),
  });
}

/** Typed clients of these endpoints, and of elements. */
export const clientSdkEndpoints = (platform: readonly Endpoint[]) => ({
  readPlatformClient: endpoint({
    ...shared,
    auth: "none",
    path: "/client-sdks/{language}",
    summary: "Get a client of this API",
    description: "Returns an npm package as a zip file: an ES module with types. Returns 501 for other languages.",
    params: z.object({ language }),
    handle: async ({ env }, { params }) => {
      requireLanguage(params.language, "/openapi.json");
      return zipped(describeApi(platform), {
        name: "@formulary/client",
        title: "the Formulary platform API",
        url: `${env.PUBLIC_URL}${BASE_PATH}`,
      });
    },
  }),

  listClientSdks: endpoint({
    method: "GET",
    auth: "optional",
    tags: ["Clients"],
    path: "/elements/{keyOrId}/client-sdks",
    summary: "List the clients of an element",
    params: z.object({ keyOrId }),
    reply: z.array(sdk),
    handle: async (ctx, { params }) => {
      const { info } = await readDocs(ctx, { publicUrl: ctx.env.PUBLIC_URL, keyOrId: params.keyOrId });
      return TYPES.map((type) => ({
        type,
        language: type === "typescript" ? "TypeScript" : "JavaScript",
        name: packageOf(info.title),
      }));
    },
  }),

  readClientSdk: endpoint({
    ...shared,
    auth: "optional",
    path: "/elements/{keyOrId}/client-sdks/{language}",
    summary: "Get a client of an element",
    description: "Returns an npm package as a zip file: an ES module with types. Returns 501 for other languages.",
    params: z.object({ keyOrId, language }),
    handle: async (ctx, { params }) => {
      const docs = await readDocs(ctx, { publicUrl: ctx.env.PUBLIC_URL, keyOrId: params.keyOrId });
      requireLanguage(params.language, `/elements/${docs.info.title}/docs`);
      const { title: key } = docs.info;
      const { name } = await findElement(ctx, params.keyOrId);
      return zipped(docs, {
        ...{ name: packageOf(key), title: `the element ${name}` },
        ...{ url: `${ctx.env.PUBLIC_URL}${docs.basePath}`, isOfElement: true },
      });
    },
  }),
});
