import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Context } from "#server/context.ts";
import { cutText } from "#server/cut-text.ts";
import { FAILURE_STATUS, Failure, isServerError } from "#server/errors.ts";
import { type AgentTool, CONFIRM, type ToolFile } from "#server/services/agent/agent-tool.ts";
import { callTool } from "#server/services/agent/call-tool.ts";
import { listTools } from "#server/services/agent/list-tools.ts";
import { runUri } from "#server/services/agent/run-uri.ts";
import { listRuns, readRun } from "#server/services/agent/runs.ts";
import { asFailure } from "../failures.ts";

/** The pages of the documentation, which this room may not import. */
export type DocumentationPages = {
  list: () => { slug: string; title: string }[] | Promise<{ slug: string; title: string }[]>;
  /** As Markdown; undefined for a page that does not exist. */
  read: (slug: string) => Promise<string | undefined>;
};

const PAGES = "formulary://docs/";
/** The maximum number of characters of a text in a result: models cannot read more at once. */
const LONGEST_TEXT = 100_000;

const INSTRUCTIONS = `Tools call the connections of this organization to other services, and run its formulas (workflows). The \
name of a tool ends with the connection or formula that it belongs to. Tools that change something need ${CONFIRM}: true, \
which you may only send after the person has agreed to exactly this change.`;

/** The tools and resources of one caller, as the Model Context Protocol describes them; for one request. */
export function agentServer(ctx: Context, pages: DocumentationPages): Server {
  const server = new Server(
    { name: "formulary", title: "Formulary", version: "2" },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );

  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    refusing(ctx, async () => {
      const { tools, next } = await listTools(ctx, { after: readCursor(params?.cursor) });
      return { tools: tools.map(described), ...(next !== undefined && { nextCursor: next }) };
    }),
  );

  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }, { signal }) => {
    try {
      const { texts, file, isError = false } = await callTool(ctx, { name, given, signal });
      return { content: [...texts.map(asContent), ...(file ? [asResource(file)] : [])], isError };
    } catch (error) {
      return { content: [asContent(wordsFor(ctx, error))], isError: true };
    }
  });

  server.setRequestHandler(ListResourcesRequestSchema, () =>
    refusing(ctx, async () => ({
      resources: [
        ...(await listRuns(ctx)).map((run) => ({ ...run, mimeType: "application/json" })),
        ...(await pages.list()).map(({ slug, title }) => ({
          uri: `${PAGES}${slug}`,
          name: title,
          mimeType: "text/markdown",
        })),
      ],
    })),
  );

  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      { uriTemplate: runUri("{executionId}"), name: "A run with its steps", mimeType: "application/json" },
      { uriTemplate: `${PAGES}{page}`, name: "A page of the documentation", mimeType: "text/markdown" },
    ],
  }));

  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
    refusing(ctx, async () => {
      const page = uri.startsWith(PAGES) ? await pages.read(uri.slice(PAGES.length)) : undefined;
      if (page !== undefined) return { contents: [{ uri, mimeType: "text/markdown", text: page }] };
      return { contents: [{ uri, mimeType: "application/json", text: await readRun(ctx, uri) }] };
    }),
  );

  return server;
}

function described({ name, title, description, properties, required, definitions, change }: AgentTool): Tool {
  const confirmation = {
    type: "boolean",
    description: "Send true only after the person has agreed to this change. Without it nothing is done.",
  };
  return {
    ...{ name, title, description },
    inputSchema: {
      type: "object",
      properties: { ...properties, ...(change && { [CONFIRM]: confirmation }) },
      required: [...required],
      ...(definitions && Object.keys(definitions).length > 0 && { $defs: definitions }),
    },
    annotations: {
      title,
      readOnlyHint: !change,
      ...(change && { destructiveHint: change.isDestructive, idempotentHint: change.isIdempotent }),
      openWorldHint: true,
    },
  };
}

const asContent = (text: string) => ({
  type: "text" as const,
  text:
    text.length <= LONGEST_TEXT
      ? text
      : `${cutText(text, LONGEST_TEXT)}\n… ${text.length - LONGEST_TEXT} more letters. Ask for less: fewer rows, fewer fields, or a condition.`,
});

/** Content types that a model can read as text; other files are Base64. */
const TEXTS = /^text\/|^application\/(?:.+\+)?(?:json|xml|yaml)\b/;

const asResource = ({ uri, contentType, bytes }: ToolFile) => ({
  type: "resource" as const,
  resource: {
    ...{ uri, mimeType: contentType },
    ...(TEXTS.test(contentType)
      ? { text: Buffer.from(bytes).toString("utf8") }
      : { blob: Buffer.from(bytes).toString("base64") }),
  },
});

function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined || /^\d{1,9}$/.test(cursor)) return cursor;
  throw new Failure("badRequest", "cursor: is none of this list.");
}

/** The text of a failure for a model: the provider's message helps it to correct its request. */
function wordsFor(ctx: Context, error: unknown): string {
  const failure = asFailure(error);
  const { kind, message, providerMessage } = failure;
  if (isServerError(FAILURE_STATUS[kind]))
    ctx.log.error({ err: failure.cause ?? failure, requestId: ctx.requestId }, "an agent's call failed");
  return `${message}${providerMessage ? ` The provider said: ${providerMessage}` : ""} (${FAILURE_STATUS[kind]}, request ${ctx.requestId})`;
}

/** The library sends the message of an error unchanged, with the code. */
async function refusing<Result>(ctx: Context, make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    const isOurs = isServerError(FAILURE_STATUS[asFailure(error).kind]);
    const code = isOurs ? ErrorCode.InternalError : ErrorCode.InvalidParams;
    throw Object.assign(new Error(wordsFor(ctx, error), { cause: error }), { code });
  }
}
