import { expect, test } from "vitest";
import { mailOf } from "./mail-of.ts";

const env = { PUBLIC_URL: "https://formulary.acme.test/" };
const NOTIFICATION = {
  ...{ id: 1, topic: "formula-execution-failed", severity: "high", subject: 'Order intake: "Orders" failed' },
  ...{ message: "Execution 12 failed: 404", payload: null, createdAt: new Date(0), executionId: 12, recipient: null },
} as unknown as Parameters<typeof mailOf>[1];

test.each([
  [
    "a failed run",
    {},
    "Execution 12 failed: 404\n\nSee what failed, and run it again: https://formulary.acme.test/runs/12",
  ],
  ["a formula that keeps failing", { topic: "threat-level-midnight" }, /runs\/12$/],
  ["a step", { topic: "formula-message", message: "Step" }, "Step\n\nSee the run: https://formulary.acme.test/runs/12"],
  ["a script that mails a customer", { topic: "formula-message", executionId: null }, "Execution 12 failed: 404"],
  ["no run", { executionId: null }, "Execution 12 failed: 404"],
  ["an event", { topic: "event.changed", message: "", payload: '{"id":7}', executionId: null }, '{"id":7}'],
])("the mail about %s", (_, given, body) => {
  const expected = body instanceof RegExp ? expect.stringMatching(body) : body;
  expect(mailOf({ env }, { ...NOTIFICATION, ...given })).toEqual({ subject: NOTIFICATION.subject, body: expected });
});
