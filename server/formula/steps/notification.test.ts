import { expect, test, vi } from "vitest";
import { runStep, sandboxReturning } from "#server/testing/fake-formula-ports.ts";
import { notification } from "./notification.ts";

const notified = async (value: unknown, notifyTo = "ops@example.com", isMailed = true) => {
  const notify = vi.fn(async () => isMailed);
  const ports = { sandbox: sandboxReturning({ ok: true, value }), notify };
  const outcome = await runStep(notification, { body: "done(true)" }, { engine: "v1", name: "tell", notifyTo, ports });
  return { outcome, notify };
};

test("done(true) sends an e-mail to the instance's address", async () => {
  const { outcome, notify } = await notified(true);
  const message = {
    to: "ops@example.com",
    subject: "Formula Orders: tell",
    body: "Step tell of Orders, instance Shop, execution 3.",
  };
  expect(notify).toHaveBeenCalledWith(message, { executionId: 3 });
  expect(outcome).toEqual({ took: "onSuccess", output: { continue: true } });
});

test("done(false) sends nothing and takes the other door", async () => {
  const { outcome, notify } = await notified(false);
  expect(notify).not.toHaveBeenCalled();
  expect(outcome).toEqual({ took: "onFailure", output: { continue: false } });
});

test("an instance without an address gets no e-mail, and that is no error", async () => {
  const { outcome, notify } = await notified(true, "");
  expect(notify).not.toHaveBeenCalled();
  expect(outcome).toMatchObject({
    took: "onSuccess",
    output: { delivery: expect.stringContaining("notification.email") },
  });
});

test("without a mail server the output says that the message is only listed", async () => {
  const { outcome, notify } = await notified(true, "ops@example.com", false);
  expect(notify).toHaveBeenCalledOnce();
  const delivery = expect.stringMatching(/no mail server .*GET \/notifications/);
  expect(outcome).toMatchObject({ took: "onSuccess", output: { continue: true, delivery } });
});

test("any other result is an error", async () => {
  const { outcome } = await notified("yes");
  expect(outcome).toMatchObject({ took: "onFailure", error: "A notification must call done(true) or done(false)." });
});

test("so is a script that fails, and its console is kept", async () => {
  const ports = { sandbox: sandboxReturning({ ok: false, error: "boom", console: ["a"] }) };
  const outcome = await runStep(notification, { body: "throw('boom')" }, { engine: "v1", ports });
  expect(outcome).toEqual({ took: "onFailure", error: "boom", notes: { console: ["a"] } });
});
