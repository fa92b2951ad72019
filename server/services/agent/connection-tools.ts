import { callDepth } from "#server/call-depth.ts";
import type { Context } from "#server/context.ts";
import { type OperationFunction, operationFunctions } from "#server/element/docs/operation-function.ts";
import type { HubRequest, HubResponse } from "#server/element/hub-request.ts";
import { Failure } from "#server/errors.ts";
import { maskInstance } from "../element/mask-instance.ts";
import { callInstance } from "../hub/call-element.ts";
import { type Noticed, recordUsage } from "../hub/record-call.ts";
import { readInstanceDocs } from "../instance/read-docs.ts";
import { type AgentTool, CONFIRM, type ToolResult, type ToolSource, toolName } from "./agent-tool.ts";

/** The documented operations of a connection: those that read, and with permission the others. */
export const connectionTools: ToolSource = {
  letter: "e",
  idOf: ({ elementInstanceId }) => elementInstanceId,
  subjectOf: (elementInstanceId) => ({ elementInstanceId }),

  async toolsOf(ctx, { elementInstanceId, elementInstance, allowsChanges }) {
    if (elementInstanceId === null || !elementInstance) return [];
    const taken = new Set<string>();
    const docs = await readInstanceDocs(ctx, { address: { elementInstanceId } });
    return operationFunctions(docs, [CONFIRM])
      .filter(({ isChange }) => !isChange || allowsChanges)
      .map((operation) => toolFor(ctx, operation, { elementInstanceId, allowsChanges, ...elementInstance }, taken));
  },
};

type Connection = { elementInstanceId: number; allowsChanges: boolean; name: string; element: { name: string } };

function toolFor(
  ctx: Context,
  {
    operationId,
    summary,
    method,
    path,
    isChange,
    isDeletion,
    properties,
    required,
    definitions,
    nextPage,
    requestOf,
  }: OperationFunction,
  { elementInstanceId, allowsChanges, name, element }: Connection,
  taken: Set<string>,
): AgentTool {
  const what = summary || `${method} ${path}`;
  const change = {
    summary: `${method} ${path} of the connection “${name}” (${element.name})`,
    isDestructive: isDeletion || method !== "POST",
    isIdempotent: method === "PUT" || method === "DELETE",
  };
  return {
    name: toolName(operationId, "e", elementInstanceId, taken),
    title: `${what} · ${name}`,
    description: `${what} (${method} ${path}) of the connection “${name}” to ${element.name}.`,
    ...{ properties, required, definitions },
    ...(isChange && { change }),
    async run(given, signal) {
      const request = { ...requestOf(given), signal };
      const onlyReads = allowsChanges ? undefined : noChange(operationId);
      const result = await resultOf(await call(ctx, { elementInstanceId, request, onlyReads }), {
        uri: fileUri(elementInstanceId, request.path),
        nextPage,
      });
      // A provider may repeat our request, with secrets that not everybody who asks an agent may see.
      return { ...result, texts: await maskInstance(ctx, elementInstanceId, result.texts) };
    },
  };
}

const noChange = (operationId: string) =>
  new Failure("forbidden", `${operationId} only reads, but its request would change something. Nothing was sent.`);

type Calling = { elementInstanceId: number; request: HubRequest; onlyReads: Failure | undefined };

function call(ctx: Context, { elementInstanceId, request, onlyReads }: Calling) {
  const { method, path } = request;
  const ip = ctx.clientAddress ?? "";
  const noted = { requestId: ctx.requestId, elementInstanceId, method, path, uri: path, ip };
  const make = (noticed: Noticed) =>
    callInstance(ctx, { elementInstanceId, call: request, depth: callDepth(), onlyReads, noticed });
  return recordUsage(ctx, noted, make, ({ code }) => code);
}

const NEXT_PAGE = "elements-next-page-token";

/** As much as one result may carry: models cannot read more at once. */
const LARGEST_FILE = 1024 * 1024;

/** The URI of a file in a result; it cannot be used to read the file again. */
const fileUri = (elementInstanceId: number, path: string) =>
  `formulary://element-instances/${elementInstanceId}/files${path}`;

async function resultOf(
  { code, headers, body, stream }: HubResponse,
  { uri, nextPage }: { uri: string; nextPage: string | undefined },
): Promise<ToolResult> {
  if (stream) {
    const contentType = headers["content-type"] ?? "application/octet-stream";
    const bytes = await bytesOf(stream);
    if (bytes) return { texts: [], file: { uri, contentType, bytes } };
    return {
      isError: true,
      texts: [
        `The response is a file of more than 1 MB (${contentType}). Read it by REST, with the token of the connection.`,
      ],
    };
  }
  const next = headers[NEXT_PAGE];
  return {
    texts: [
      body === undefined ? `Done, with status ${code}.` : typeof body === "string" ? body : JSON.stringify(body),
      ...(next === undefined || nextPage === undefined
        ? []
        : [`There is another page. Call again with ${nextPage} ${JSON.stringify(next)}.`]),
    ],
  };
}

/** The whole file; undefined if it is too large. */
async function bytesOf(stream: NonNullable<HubResponse["stream"]>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > LARGEST_FILE) {
      stream.cancel();
      return undefined;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
