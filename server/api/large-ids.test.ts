import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { asFailure } from "./failures.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const LARGE = ["2147483648", "9007199254740993", "99999999999999999999", "1e21", "-9223372036854775809"];
const withIds = ENDPOINTS.map(({ method, path }) => ({ method, path })).filter(({ path }) => path.includes("{"));

test.each(LARGE)("no path of the API fails because of the id %s", async (id) => {
  const failed: string[] = [];
  for (const { method, path } of withIds) {
    const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
    const { status } = await api.fetch(path.replaceAll(/\{\w+\}/g, id), { as: acme.administrator, method, ...body });
    if (status >= 500 && status !== 501) failed.push(`${method} ${path}: ${status}`);
  }
  expect(failed).toEqual([]);
});

const TOO_LONG_FOR_INDEX = `do $$ begin
  create temp table long_text (t text primary key);
  insert into long_text select string_agg(md5(n::text), '') from generate_series(1, 300) n;
end $$`;

test("responds with 400 to values that only the database finds too large or unstorable", async () => {
  const { prisma, pool } = api.app.db;
  const calls: (() => Promise<unknown>)[] = [
    ...[2 ** 31, 2 ** 53, 1e21].map((id) => () => prisma.formula.findFirst({ where: { id } })),
    () => prisma.formula.findFirst({ where: { name: "a\0b" } }),
    () => pool.query("select from formula where id = $1", [2 ** 31]),
    () => pool.query("select $1::jsonb", ['"\\u0000"']),
    () => pool.query(TOO_LONG_FOR_INDEX),
  ];
  for (const send of calls) {
    const error = await send().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(asFailure(error)).toMatchObject({ kind: "badRequest", message: expect.stringContaining("too large") });
  }
  expect(asFailure(new Error("null value in column"))).toMatchObject({ kind: "serverError" });
});
