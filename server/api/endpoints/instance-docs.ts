import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id } from "../records/fields.ts";

const one = z.object({ elementInstanceId: id });
const operation = z.object({ operationId: z.string().max(255) });
/** Options of earlier documentation that change nothing here. */
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
export const documentInstance = endpoint({
  ...whole,
  auth: "platform",
  path: "/instances/{elementInstanceId}/docs",
  params: one,
});
export const documentOwnInstance = endpoint({ ...whole, auth: "element", path: "/instances/docs" });

const part = { ...shared, summary: "Get the documentation of one operation of an element instance" } as const;
export const documentOperation = endpoint({
  ...part,
  auth: "platform",
  path: "/instances/{elementInstanceId}/docs/{operationId}",
  params: one.extend(operation.shape),
});
export const documentOwnOperation = endpoint({
  ...part,
  auth: "element",
  path: "/instances/docs/{operationId}",
  params: operation,
});

const definitions = {
  ...shared,
  summary: "Get the definitions that an operation of an element instance uses",
} as const;
export const readDefinitions = endpoint({
  ...definitions,
  auth: "platform",
  path: "/instances/{elementInstanceId}/docs/{operationId}/definitions",
  params: one.extend(operation.shape),
});
export const readOwnDefinitions = endpoint({
  ...definitions,
  auth: "element",
  path: "/instances/docs/{operationId}/definitions",
  params: operation,
});
