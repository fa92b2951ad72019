import { z } from "zod";
import type { Context } from "#server/context.ts";
import { type DescribedApi, describedHub, describedPlatform } from "#server/element/docs/described-api.ts";
import { operationForm } from "#server/element/docs/operation-form.ts";
import { Failure } from "#server/errors.ts";
import { readDocs } from "#server/services/element/read-docs.ts";
import { sendRequest } from "#server/services/explorer/send-request.ts";
import { readHubDocs } from "#server/services/hub-catalog/read-hub-docs.ts";
import { readInstanceDocs } from "#server/services/instance/read-docs.ts";
import { elementEndpoints } from "../endpoints/element.ts";
import { testedRequest } from "../endpoints/element-test.ts";
import { hubCatalogEndpoints } from "../endpoints/hub-catalog.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { describeApi } from "../openapi.ts";
import { id, inputOf } from "./inputs.ts";
import { forViewers, router, signedIn } from "./trpc.ts";

/** The API to explore: of the platform by default, or of one hub, element or element instance. */
const source = z.object({
  hubKey: inputOf(hubCatalogEndpoints.readHub).shape.hubKey.optional(),
  elementKey: inputOf(elementEndpoints.readElement).shape.keyOrId.optional(),
  elementInstanceId: inputOf(instanceEndpoints.readInstance).shape.elementInstanceId.optional(),
});

const ofOperation = { operationId: elementEndpoints.documentElement.query.shape.operationId.unwrap() };

let platform: DescribedApi | undefined;

/** The Swagger 2.0 document of a hub, an element or an element instance; undefined for the platform. */
async function documentOf(ctx: Context, { hubKey, elementKey, elementInstanceId }: z.output<typeof source>) {
  const { PUBLIC_URL: publicUrl } = ctx.env;
  if (elementInstanceId !== undefined) return readInstanceDocs(ctx, { address: { elementInstanceId } });
  if (elementKey !== undefined) return readDocs(ctx, { keyOrId: elementKey, publicUrl });
  return hubKey === undefined ? undefined : readHubDocs(ctx, { key: hubKey, publicUrl });
}

async function apiOf(ctx: Context, of: z.output<typeof source>): Promise<DescribedApi> {
  const document = await documentOf(ctx, of);
  if (document) return describedHub(document);
  platform ??= describedPlatform(describeApi(ENDPOINTS));
  return platform;
}

const { method, path, query, headers, body, form } = testedRequest.shape;

/** `asSession`: the operation takes the token of a session, and not the secrets of a user. */
export const exploredRequest = z.object({
  ...{ method, path, query, headers, body, form },
  elementInstanceId: id.optional(),
  asSession: z.boolean().optional(),
});

export const explorer = router({
  /** The operations of an API, without what a person fills in. */
  operations: signedIn.input(source).query(async ({ ctx, input }) => {
    const { operations } = await apiOf(ctx, input);
    return operations.map(({ id: operationId, method: verb, path: at, group, summary }) => ({
      ...{ id: operationId, method: verb, path: at, group, summary },
    }));
  }),
  operation: signedIn.input(source.extend(ofOperation)).query(async ({ ctx, input: { operationId, ...of } }) => {
    const api = await apiOf(ctx, of);
    const operation = api.operations.find((one) => one.id === operationId);
    if (!operation) throw new Failure("notFound", `operationId: there is no operation "${operationId.slice(0, 100)}".`);
    const { parameters: _, body: __, reply: ___, ...facts } = operation;
    return { ...facts, ...operationForm(api, operation) };
  }),
  /** The whole description, as a file. A mutation, since it is read only on request. */
  document: forViewers
    .meta({ storesResponse: false })
    .input(source)
    .mutation(async ({ ctx, input }) => {
      const document = await documentOf(ctx, input);
      return document ? { name: document.info.title, document } : { name: "openapi", document: describeApi(ENDPOINTS) };
    }),
  /** Sends a request to the API as the signed-in user, with the token of an element instance if it names one. */
  send: forViewers
    .input(exploredRequest)
    .mutation(({ ctx, input: { asSession, ...request } }) =>
      sendRequest(ctx, { ...request, sessionToken: asSession ? ctx.sessionToken : undefined }),
    ),
});
