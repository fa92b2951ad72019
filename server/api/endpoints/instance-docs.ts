import { z } from "zod";
import { readInstanceDefinitions, readInstanceDocs } from "#server/services/instance/read-docs.ts";
import { endpoint } from "../endpoint.ts";
import { id } from "../records/fields.ts";

const one = z.object({ elementInstanceId: id });
const operation = z.object({ operationId: z.string().max(255) });
/** Options of earlier documentation without an effect here. */
const options = z.object({
  version: z.string().optional(),
  discovery: z.string().optional(),
  basic: z.string().optional(),
  resolveReferences: z.string().optional(),
});
const shared = {
  method: "GET",
  tags: ["Element instances"],
  query: options,
  reply: z.record(z.string(), z.unknown()),
} as const;

const whole = {
  ...shared,
  summary: "Get the documentation of an element instance",
  description:
    "Returns a Swagger 2.0 document of the operations that its token gives access to, limited to one operation if you name it.",
  query: options.extend({ operationId: z.string().optional() }),
} as const;

const part = { ...shared, summary: "Get the documentation of one operation of an element instance" } as const;

const definitions = {
  ...shared,
  summary: "Get the definitions that an operation of an element instance uses",
} as const;

/** Without an id it is the instance of the caller's token. */
export const instanceDocsEndpoints = {
  documentInstance: endpoint({
    ...whole,
    auth: "platform",
    path: "/instances/{elementInstanceId}/docs",
    params: one,
    handle: async (ctx, { params, query: { operationId } }) => ({
      ...(await readInstanceDocs(ctx, { address: params, operationId })),
    }),
  }),

  documentOwnInstance: endpoint({
    ...whole,
    auth: "element",
    path: "/instances/docs",
    handle: async (ctx, { query: { operationId } }) => ({
      ...(await readInstanceDocs(ctx, { address: {}, operationId })),
    }),
  }),

  documentOperation: endpoint({
    ...part,
    auth: "platform",
    path: "/instances/{elementInstanceId}/docs/{operationId}",
    params: one.extend(operation.shape),
    handle: async (ctx, { params: { operationId, ...address } }) => ({
      ...(await readInstanceDocs(ctx, { address, operationId })),
    }),
  }),

  documentOwnOperation: endpoint({
    ...part,
    auth: "element",
    path: "/instances/docs/{operationId}",
    params: operation,
    handle: async (ctx, { params }) => ({ ...(await readInstanceDocs(ctx, { ...params, address: {} })) }),
  }),

  readDefinitions: endpoint({
    ...definitions,
    auth: "platform",
    path: "/instances/{elementInstanceId}/docs/{operationId}/definitions",
    params: one.extend(operation.shape),
    handle: (ctx, { params: { operationId, ...address } }) => readInstanceDefinitions(ctx, { address, operationId }),
  }),

  readOwnDefinitions: endpoint({
    ...definitions,
    auth: "element",
    path: "/instances/docs/{operationId}/definitions",
    params: operation,
    handle: (ctx, { params }) => readInstanceDefinitions(ctx, { ...params, address: {} }),
  }),
};
