import { z } from "zod";
import * as fields from "../records/fields.ts";

// The inputs of screens: the parameters and bodies that the contracts of endpoints declare. Procedures without an
// endpoint are declared with the schemas below and those of lists.ts.

/** The same value in JSON: a number or a boolean is not text there, unlike in a path or query. */
type Sent<Schema> = Schema extends z.ZodType
  ? undefined extends z.output<Schema>
    ? z.ZodOptional<z.ZodType<NonNullable<z.output<Schema>>, NonNullable<z.output<Schema>>>>
    : z.ZodType<z.output<Schema>, z.output<Schema>>
  : never;
type SentFields<Shape> = { [Name in keyof Shape]: Sent<Shape[Name]> };

const asSent = <Schema extends z.ZodType>(schema: Schema): Sent<Schema> =>
  z
    .preprocess((given) => (typeof given === "number" || typeof given === "boolean" ? String(given) : given), schema)
    .meta(schema.meta() ?? {}) as unknown as Sent<Schema>;

/** The parameters of the path and query of an endpoint. */
export function inputOf<Params extends z.ZodRawShape, Query extends z.ZodRawShape>({
  params,
  query,
}: {
  params: z.ZodObject<Params>;
  query: z.ZodObject<Query>;
}) {
  const shape = { ...params.shape, ...query.shape };
  const sent = Object.entries(shape).map(([name, schema]) => [name, asSent(schema as z.ZodType)]);
  return z.object(Object.fromEntries(sent) as SentFields<Params & Query>);
}

/** The body of an endpoint that takes one. */
export function bodyOf<Body extends z.ZodType>({ path, body }: { path: string; body?: Body }): Body {
  if (!body) throw new Error(`${path} takes no body.`);
  return body;
}

/** The id of an object that has no endpoint, such as a draft. */
export const id = asSent(fields.id);

/** The number of a revision or of a version of a draft. */
export const revision = z.int32();
/** A draft as a browser tab knows it. */
export const draftVersion = z.object({ id, version: revision });
/** The number of a record in its execution, or the start of a part of a text. */
export const position = z.int().min(0);

/** A number of steps of an execution, or of visits of one. */
export const stepCount = z.int32().min(0);

/** Links are for people without a session. */
export const ofLink = z.object({ token: z.string().max(4000) });
export const email = z.email("must be an e-mail address").max(255, "must not be longer than 255 characters");
const name = z.string().trim().min(1, "is required").max(100);
export const person = z.object({ firstName: name, lastName: name, password: z.string().max(1000) });
export const organizationName = name;
