import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createDial } from "#server/demo-provider/dial.ts";
import { FAILURE_STATUS } from "#server/errors.ts";
import { explainedErrors } from "./errors.ts";

test("every status by which the server refuses is explained once, in order", () => {
  const statuses = explainedErrors().map(({ status }) => status);
  expect(statuses).toEqual(Object.values(FAILURE_STATUS).toSorted((one, other) => one - other));
  expect(new Set(statuses).size).toBe(statuses.length);
});

test("the page about the API explains every status as well", () => {
  const page = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
  const explained = [...page.matchAll(/^\| ((?:[45]\d\d(?:, )?)+) \|/gm)].flatMap(([, statuses = ""]) =>
    statuses.split(", "),
  );
  expect(explained.map(Number).sort()).toEqual(Object.values(FAILURE_STATUS).sort());
});

const dials = explainedErrors().flatMap(({ status, dial }) => (dial === undefined ? [] : [[status, dial] as const]));

test.each(dials)("the demo provider accepts the setting that shows %s", async (_, setting) => {
  const { routes } = createDial(["crm"], () => new Date());
  const [, , put] = routes.find(([method]) => method === "PUT") ?? [];
  const call = { body: JSON.parse(setting), variables: { provider: "crm" } } as unknown as Parameters<
    NonNullable<typeof put>
  >[0];
  expect(await put?.(call)).toMatchObject({ status: 200 });
});
