import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/organization/audit.ts";
import * as attempts from "#server/store/organization/password-attempts.ts";

const WINDOW_MS = 60_000;

/** The number of wrong passwords per minute for each kind of subject. */
const LIMITS = { name: 5, address: 30 } as const;

export type Subject = { kind: keyof typeof LIMITS; id: string };

/** For audit entries: the user and the address of the attempt. */
export type Tried = Pick<audit.NewAuditEntry, "organizationId" | "entity" | "entityId" | "address">;

type World = Pick<App, "db" | "now">;

/** Refuses (tooManyRequests with Retry-After) subjects that have reached their limit; the first refusal is audited. */
export async function refuseLimited(app: World, subjects: Subject[], tried: Tried): Promise<void> {
  const limits = subjects.map((subject) => ({ subject: keyOf(subject), limit: LIMITS[subject.kind] }));
  const full = await attempts.addToFull(app.db.pool, limits, { now: app.now(), windowMs: WINDOW_MS });
  for (const { subject, limit } of limits) {
    const found = full.find((other) => other.subject === subject);
    if (found) await refuse(app, found, limit, tried);
  }
}

/**
 * Counts a password as wrong before it is checked, so that a burst over all processes is counted exactly; refuses like
 * `refuseLimited`. `forgive` reverts the count if it was right.
 */
export async function countAttempt(app: World, subject: Subject, tried: Tried): Promise<void> {
  const counted = await attempts.add(app.db.pool, keyOf(subject), { now: app.now(), windowMs: WINDOW_MS });
  if (counted.wrong > LIMITS[subject.kind]) await refuse(app, counted, LIMITS[subject.kind], tried);
}

export const forgive = ({ db }: World, subjects: Subject[]): Promise<void> =>
  attempts.remove(db.pool, subjects.map(keyOf));

async function refuse(app: World, { wrong, windowStart }: attempts.Attempts, limit: number, tried: Tried) {
  const left = Math.ceil((windowStart.getTime() + WINDOW_MS - app.now().getTime()) / 1000);
  if (wrong === limit + 1) await audit.insert(app.db.prisma, { ...tried, accountId: 0, userId: 0, action: "limited" });
  throw new Failure("tooManyRequests", "Too many wrong passwords. Wait a minute and try again.", {
    headers: { "retry-after": String(Math.max(1, left)) },
  });
}

const keyOf = ({ kind, id }: Subject): string => `${kind}:${id}`;
