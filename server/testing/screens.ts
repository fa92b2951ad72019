import { z } from "zod";
import { handleCall, TRPC_PATH } from "#server/api/trpc/handle-call.ts";
import { screenRouter } from "#server/api/trpc/router.ts";
import { processApp } from "#server/process-app.ts";

/** Every tRPC procedure of the screens, and whether it is a query. */
export const SCREEN_PROCEDURES = Object.entries(screenRouter._def.procedures).map(([path, procedure]) => ({
  path,
  // biome-ignore lint/suspicious/noExplicitAny: tRPC does not say what kinds of procedure there are.
  isQuery: (procedure as any)._def.type === "query",
}));

type Shape = { type?: string; properties?: Record<string, Shape>; enum?: unknown[] };
type Procedure = { _def: { inputs: z.ZodType[] } };

/** The filters among some inputs that have choices, with these. */
function filtersOf(properties: Record<string, Shape>) {
  return Object.entries(properties).flatMap(([filter, { enum: named, type }]) => {
    const choices = named ?? (type === "boolean" ? [true, false] : []);
    return choices.length > 0 ? [{ filter, choices }] : [];
  });
}

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;

/** The filters with choices of an endpoint's query. */
export const filtersOfQuery = (query: z.ZodType) => filtersOf(shapeOf(query).properties ?? {});

/** Every list with a cursor: the kind of cursor, the names of its inputs, and its filters with choices. */
export const SCREEN_LISTS = Object.entries(
  screenRouter._def.procedures as unknown as Record<string, Procedure>,
).flatMap(([name, { _def }]) => {
  const parts = _def.inputs.map(shapeOf);
  const properties: Record<string, Shape> = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  const type = properties.cursor?.type;
  return type === undefined ? [] : [{ name, type, inputs: Object.keys(properties), filters: filtersOf(properties) }];
});

const isQuery = new Map(SCREEN_PROCEDURES.map((procedure) => [procedure.path, procedure.isQuery]));

/** Sends requests as a screen does; without a token as an anonymous visitor. */
export async function sendAsScreen(
  token: string | undefined,
  path: string,
  input: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
): Promise<any> {
  const query = isQuery.get(path) ? `?input=${encodeURIComponent(JSON.stringify(input ?? null))}` : "";
  const reply = await handleCall(
    await processApp(),
    new Request(`https://formulary.test${TRPC_PATH}/${path}${query}`, {
      method: isQuery.get(path) ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      ...(!isQuery.get(path) && { body: JSON.stringify(input ?? null) }),
    }),
    token,
  );
  return reply.json();
}
