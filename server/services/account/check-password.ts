import { createHash } from "node:crypto";
import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/audit.ts";
import { type FullUser, hasAccess } from "#server/store/users.ts";

const MAX_WRONG = 5;
const WINDOW_MS = 60_000;

/** Checks under way in this process, by name: a burst at once is counted before its first answer is known. */
const underWay = new Map<string, number>();
const decoys = new WeakMap<App["passwords"], Promise<string>>();

/**
 * Whether the password is that of the user; for a name that nobody has it takes the same time and says no (A17).
 *
 * Wrong ones are audit entries, and these are what is counted, so the limit holds over all processes: after five
 * within a minute the name is refused (tooManyRequests with Retry-After), the right password included (A14).
 */
export async function checkPassword(
  app: App,
  { name, user, password }: { name: string; user: FullUser | null; password: string },
) {
  const entityId = user
    ? String(user.id)
    : `unknown:${createHash("sha256").update(name.toLowerCase()).digest("base64url")}`;
  const entry = {
    organizationId: user?.organizationId ?? audit.NO_ORGANIZATION,
    entity: "password",
    entityId,
    action: "refused",
  };
  const others = underWay.get(entityId) ?? 0;
  underWay.set(entityId, others + 1);
  try {
    const since = new Date(app.now().getTime() - WINDOW_MS);
    const wrong = await audit.countSince(app.db.prisma, { ...entry, since });
    if (wrong + others >= MAX_WRONG) {
      throw new Failure("tooManyRequests", "Too many wrong passwords. Wait a minute and try again.", {
        headers: { "retry-after": "60" },
      });
    }
    const matches = await app.passwords.verify(user?.passwordHash ?? (await decoy(app)), password);
    if (matches && user && hasAccess(user)) return true;
    await audit.insert(app.db.prisma, { ...entry, accountId: user?.accountId ?? 0, userId: user?.id ?? 0 });
    return false;
  } finally {
    const left = (underWay.get(entityId) ?? 1) - 1;
    if (left > 0) underWay.set(entityId, left);
    else underWay.delete(entityId);
  }
}

/** A hash that no password matches, made as real ones are. */
function decoy({ passwords }: App): Promise<string> {
  const hash = decoys.get(passwords) ?? passwords.hash(crypto.randomUUID());
  decoys.set(passwords, hash);
  return hash;
}
