import type { Vault } from "#server/ports.ts";
import type { ScheduledRequest } from "#server/store/schedule/due-schedules.ts";

/** The schedule of a request. Its runs have the same encrypted text. */
export type CallOwner = { organizationId: number; scheduleId: string };

/** The identity that the request of a schedule is encrypted for. */
export const callIdentity = ({ organizationId, scheduleId }: CallOwner): string =>
  `schedule.call_sealed:${organizationId}:${scheduleId}`;

/** A request can contain credentials in every part. */
export const sealCall = (vault: Vault, owner: CallOwner, call: ScheduledRequest): string =>
  vault.seal(JSON.stringify(call), callIdentity(owner));

/** The request of a schedule or of a run of it. `call` is that of a row from before requests were encrypted. */
export const openCall = (
  vault: Vault,
  { callSealed, call, ...owner }: CallOwner & { callSealed: string | null; call: unknown },
): ScheduledRequest =>
  (callSealed ? JSON.parse(vault.open(callSealed, callIdentity(owner))) : call) as ScheduledRequest;
