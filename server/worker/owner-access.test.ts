import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { App } from "#server/context.ts";
import { queues, type World } from "./queues.ts";

/** How each queue leaves out, or ends, the work of a user who has no access, or whose account is not active. */
const HELD_BY: Record<string, readonly (readonly [file: string, condition: string])[]> = {
  executions: [
    ["store/schedule/due-schedules.ts", "${ownerHasAccess("],
    ["services/execution/blocking-reason.ts", "candidate.ownerActive"],
    ["services/execution/start-executions.ts", "!ownerActive"],
  ],
  deliveries: [
    ["store/delivery/outbox.ts", "${ownerHasAccess("],
    ["store/delivery/delivery-queue.ts", "${ownerHasAccess("],
  ],
  polls: [["store/poller/pollers.ts", "${ownerHasAccess("]],
  // Webhooks are refused before they are stored; one that was accepted is read, and waits as a delivery.
  "unread-events": [
    ["store/element-instance/instance-versions.ts", "${ownerHasAccess("],
    ["services/event/find-webhook-instances.ts", "isOwnerActive"],
  ],
  // The request has no more rights than the user who scheduled it.
  "scheduled-requests": [["services/account/owner-secrets.ts", "users.hasAccess(user)"]],
  "bulk-jobs": [["services/bulk/run-bulk-job.ts", "users.hasAccess(user)"]],
};

/** Work of the installation. */
const WITHOUT_OWNER = ["earlier-secrets", "partitions", "retention-sweep"];

test("each queue decides what becomes of the work of an owner without access", () => {
  const app = { db: { pool: {} }, env: {} } as unknown as App;
  const names = queues({ app, http: undefined, mailer: null } as unknown as World).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...Object.keys(HELD_BY), ...WITHOUT_OWNER].toSorted());
});

test.each(
  Object.entries(HELD_BY).flatMap(([queue, places]) => places.map(([file, condition]) => ({ queue, file, condition }))),
)("$queue: $file checks that the owner has access", ({ file, condition }) => {
  expect(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")).toContain(condition);
});
