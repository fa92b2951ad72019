import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { resolveProperties } from "#server/formula/resolve.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { emptyContext } from "#server/testing/fake-formula-ports.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { invalid } from "./failures.ts";
import { screenRouter } from "./trpc/router.ts";
import { failureIn } from "./trpc/trpc.ts";

/** Wording of zod's own messages. */
const RAW =
  /Invalid (?:input|option|key|value|element|string|number|date|type|format|UUID|ISO)|Too (?:small|big)|\bexpected\b(?![.:])|\breceived\b|Unrecognized|nonoptional|No matching|pattern \/|\[object|undefined|\bNaN\b|ZodError/i;

/** Each part of a message names a field and what to do, or the number of further problems. */
const PART = /^(?:[^:]{1,200}: .+|and \d+ more)$/s;

const WRONG: [string, unknown][] = [
  ["a number", 7],
  ["a fraction", 1.5],
  ["a negative number", -1],
  ["a huge number", 1e300],
  ["text", "some text"],
  ["empty text", ""],
  ["long text", "x".repeat(20_000)],
  ["true", true],
  ["null", null],
  ["a list", []],
  ["a list of odd things", [7, "a", null, [], {}]],
  ["a long list", Array.from({ length: 2000 }, () => "a")],
  ["an object", {}],
  ["an object of odd things", { a: 7, b: null, c: [], d: { e: "f" } }],
  ["nothing", undefined],
];

const check = (message: string, what: string) => {
  expect(message, what).not.toMatch(RAW);
  for (const part of message.split(/; (?=[\w.$[\]-]+: |and \d+ more)/)) expect(part, what).toMatch(PART);
};

const valueAt = (path: readonly PropertyKey[], value: unknown): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

/** A value that was sent is not called missing, and the message about one that is too long says how long it may be. */
function checkReasons({ issues }: z.ZodError, sent: unknown, what: string) {
  for (const { code, path, message } of issues) {
    if (message === "is required") expect(String(valueAt(path, sent) ?? ""), what).toBe("");
    if (code === "too_big") expect(message, what).toMatch(/\d/);
  }
}

/** The objects inside a schema, with the names of their fields. */
function fieldsOf(schema: z.core.$ZodType, depth = 0): string[] {
  const { def } = schema._zod as unknown as { def: Record<string, z.core.$ZodType | z.core.$ZodType[] | undefined> };
  const shape = (schema as unknown as { shape?: Record<string, z.core.$ZodType> }).shape;
  const own = shape ? Object.keys(shape) : [];
  if (depth > 6) return own;
  const inner = [
    def.in,
    def.out,
    def.innerType,
    def.left,
    def.right,
    ...(Array.isArray(def.options) ? def.options : []),
  ];
  return [
    ...new Set([
      ...own,
      ...inner.flatMap((one) => (one && !Array.isArray(one) && "_zod" in one ? fieldsOf(one, depth + 1) : [])),
    ]),
  ];
}

/** All messages of a schema, for each of its fields and each wrong value. */
function refusals(schema: z.ZodType): { what: string; field: string; value: unknown; error: z.ZodError }[] {
  const wholes = WRONG.map(([name, value]) => ({ what: `${name} as a whole`, field: "", value }));
  const fields = fieldsOf(schema).flatMap((field) =>
    WRONG.map(([name, value]) => ({ what: `${field} as ${name}`, field, value: { [field]: value } as unknown })),
  );
  return [...wholes, ...fields].flatMap(({ what, field, value }) => {
    const { error } = schema.safeParse(value);
    return error ? [{ what, field, value, error }] : [];
  });
}

const SCHEMAS: [string, z.ZodType, string][] = ENDPOINTS.flatMap(({ method, path, body, query, headers }) => [
  ...(body ? [[`${method} ${path}`, body as z.ZodType, "body"] as [string, z.ZodType, string]] : []),
  [`query of ${method} ${path}`, query as z.ZodType, "query"],
  [`headers of ${method} ${path}`, headers as z.ZodType, "headers"],
]);

describe("names fields that an endpoint does not accept, in our own words", () => {
  test("by every schema of the registry", () => {
    let refused = 0;
    for (const [name, schema, whole] of SCHEMAS)
      for (const { what, field, value, error } of refusals(schema)) {
        const { message } = invalid(error, whole);
        check(message, `${name}, ${what}: ${message}`);
        checkReasons(error, value, `${name}, ${what}: ${message}`);
        const about = error.issues.filter(({ path }) => path[0] === field);
        if (about.length > 0 && error.issues.indexOf(about[0] as z.core.$ZodIssue) < 5)
          expect(message, `${name}, ${what}`).toContain(field);
        refused++;
      }
    expect(SCHEMAS.length).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(3000);
  });

  describe("over HTTP", () => {
    let api: TestApi;
    let acme: TestOrganization;
    beforeAll(async () => {
      api = await anApi();
      acme = await anOrganization(api.app);
    });
    afterAll(() => api.close());

    const changing = ENDPOINTS.filter(({ body, auth, takesAny }) => body && auth === "platform" && !takesAny);
    test.each(changing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
      "%s",
      async (_, { method, path, body }) => {
        const fields = fieldsOf(body as z.ZodType);
        const send = (sent: unknown) =>
          api.fetch(path.replace(/\{\w+\}/g, "1"), { as: acme.administrator, method, body: sent });
        const odd = { a: [{ b: 7 }] };
        for (const sent of [Object.fromEntries(fields.map((field) => [field, odd])), '"some text"', 7]) {
          const { status, body: reply } = await send(sent);
          expect(status, reply?.message).toBeLessThan(500);
          if (status !== 400) continue;
          expect(reply.message).not.toMatch(RAW);
          if (typeof sent !== "object") expect(reply.message).toMatch(/^\w[\w.]*: /);
        }
      },
    );
  });
});

type Procedure = { _def: { inputs: z.ZodType[] } };

test("names fields that a screen may not send, in our own words", () => {
  const procedures = Object.entries(screenRouter._def.procedures as unknown as Record<string, Procedure>);
  let refused = 0;
  for (const [name, { _def }] of procedures)
    for (const schema of _def.inputs)
      for (const { what, value, error } of refusals(schema)) {
        const { message, kind } = failureIn({ cause: error, code: "BAD_REQUEST", message: "" });
        check(message, `${name}, ${what}: ${message}`);
        checkReasons(error, value, `${name}, ${what}: ${message}`);
        expect(kind).toBe("badRequest");
        refused++;
      }
  expect(refused).toBeGreaterThan(500);
});

describe("a property of a step or trigger that is not right is named, in our own words", () => {
  test.each(Object.values(STEP_TYPES).map(({ type, properties }) => [type, properties] as const))(
    "when a step of type %s runs",
    (_, properties) => {
      for (const name of Object.keys(properties.shape))
        for (const [what, value] of WRONG) {
          const resolved = resolveProperties(properties, { [name]: value }, emptyContext(), "v3");
          if (resolved.ok) continue;
          check(resolved.error, `${name} as ${what}: ${resolved.error}`);
          expect(resolved.error).toMatch(/^\w+(?:\.\w+)*: /);
        }
    },
  );

  test.each(Object.values(TRIGGER_TYPES).map(({ type, saved }) => [type, saved] as const))(
    "when a trigger of type %s is saved",
    (_, saved) => {
      for (const { what, value, error } of refusals(saved)) {
        check(invalid(error).message, what);
        checkReasons(error, value, what);
      }
    },
  );
});

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, "is required"],
  [z.string(), 7, "must be text"],
  [z.int(), 1.5, "must be a whole number"],
  [z.array(z.string()), {}, "must be a list"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().min(3), "a", "must have at least 3 characters"],
  [z.string().max(1000), "x".repeat(1001), "must not be longer than 1,000 characters"],
  [z.array(z.int()).max(1), [1, 2], "must have at most 1 entry"],
  [z.array(z.int()).max(2), [1, 2, 3], "must have at most 2 entries"],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().positive(), 0, "must be greater than 0"],
  [z.number().multipleOf(5), 7, "must be a multiple of 5"],
  [z.enum(["a", "b", "c"]), "d", 'must be "a", "b" or "c"'],
  [z.email(), "ada", "must be an e-mail address such as ada@example.com"],
  [z.iso.datetime(), "soon", "must be a date such as 2026-01-31T12:00:00Z"],
  [z.coerce.date(), "soon", "must be a date such as 2026-01-31T12:00:00Z"],
  [z.string().startsWith("/"), "a", 'must begin with "/"'],
  [z.string().regex(/^a/), "b", "does not have the expected format"],
  [z.strictObject({}), { a: 1 }, 'must not have the field "a"'],
  [z.union([z.string(), z.number()]), true, "must be text or a number"],
  [z.union([z.string(), z.object({ id: z.int() })]), { id: "a" }, "id must be a number"],
  [z.discriminatedUnion("type", [z.object({ type: z.literal("a") })]), { type: "b" }, "must be one of the known kinds"],
  [
    z.record(z.string().max(1), z.int()),
    { ab: 1 },
    "has a key that is not allowed: must not be longer than 1 character",
  ],
])("%#: the message is a sentence that says what to do", (schema, value, message) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message);
});
