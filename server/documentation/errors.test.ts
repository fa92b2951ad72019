import { expect, test } from "vitest";
import { createDial } from "#server/demo-provider/dial.ts";
import { FAILURE_STATUS } from "#server/errors.ts";
import { explainedErrors } from "./errors.ts";

test("every status by which the server refuses is explained once, in order", () => {
  const statuses = explainedErrors().map(({ status }) => status);
  expect(statuses).toEqual(Object.values(FAILURE_STATUS).toSorted((one, other) => one - other));
  expect(new Set(statuses).size).toBe(statuses.length);
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
