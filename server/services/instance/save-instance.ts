import type { AuditAction } from "#server/account/audit-kinds.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type {
  ElementInstanceChanges,
  ElementInstanceRecord,
} from "#server/store/element-instance/element-instances.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { record } from "../audit/record.ts";
import { recordReleases } from "../audit/record-releases.ts";
import { writeInstance } from "./write-instance.ts";

const MAX_TRIES = 10;

type Save = {
  instance: ElementInstanceRecord;
  /** Computes the changes from the current instance. */
  changes: (latest: ElementInstanceRecord) => ElementInstanceChanges;
  /** The entry for the audit log. */
  action: AuditAction;
  /** The change contains a new grant: a refresh in progress is obsolete. */
  endsLease?: boolean;
  /** Whether the value of a configuration key is a secret of the element. */
  isSecret?: (key: string) => boolean;
};

/** Writes a change with its entry in the audit log, on top of concurrent changes. */
export async function saveInstance(ctx: Context, { instance, changes, action, endsLease, isSecret }: Save) {
  const { id, organizationId } = instance;
  let latest: ElementInstanceRecord | null = instance;
  for (let tries = 0; tries < MAX_TRIES && latest; tries++) {
    const seen: ElementInstanceRecord = latest;
    const saved = await ctx.db.prisma.$transaction(async (tx) => {
      const updated = await writeInstance(ctx, tx, seen, changes(seen), {
        ...(endsLease && { endsLease }),
        noteReleases: (subscriptionIds) => recordReleases(ctx, tx, subscriptionIds),
      });
      if (updated)
        await record(tx, ctx, {
          ...{ entity: "elementInstance", entityId: id, parentId: updated.elementId, action },
          fields: { before: changeable(seen), after: changeable(updated), isSecret },
        });
      return updated;
    });
    if (saved) return saved;
    latest = await elementInstances.open(ctx, { elementInstanceId: id, organizationId });
  }
  if (!latest) throw new Failure("notFound", `There is no element instance ${id}.`);
  throw new Failure("conflict", `The element instance ${id} is being changed by others. Try again.`);
}

const changeable = ({ name, tags, disabled, elementId, configuration }: ElementInstanceRecord) => ({
  ...{ name, tags, disabled, elementId, configuration },
});
