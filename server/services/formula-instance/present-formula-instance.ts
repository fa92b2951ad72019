import { isoSeconds } from "#server/iso-date.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instances.ts";
import type { FormulaRecord } from "#server/store/formulas.ts";

/** A formula instance as the API shows one (contract §1.3), with what is worth knowing of its formula. */
export function presentFormulaInstance(
  instance: FormulaInstanceRecord,
  { id, accountId, userId, createdAt, updatedAt, definition }: FormulaRecord,
) {
  const { name, description, active, debugLoggingEnabled, singleThreaded, configuration } = definition;
  const dates = { createdDate: isoSeconds(createdAt), updatedDate: isoSeconds(updatedAt) };
  return {
    id: instance.id,
    name: instance.name,
    formula: {
      id,
      name,
      description,
      active,
      debugLoggingEnabled,
      singleThreaded,
      accountId,
      userId,
      ...dates,
      configuration,
    },
    active: instance.active,
    singleThreaded: instance.singleThreaded,
    configuration: instance.configuration,
    settings: instance.settings,
    accountId: instance.accountId,
    userId: instance.userId,
    createdDate: isoSeconds(instance.createdAt),
    updatedDate: isoSeconds(instance.updatedAt),
    firstConsecutiveErrorDate: instance.firstConsecutiveErrorDate
      ? isoSeconds(instance.firstConsecutiveErrorDate)
      : undefined,
    numberConsecutiveErrors: instance.numberConsecutiveErrors,
    numberConsecutiveErrorWarningNotifications: instance.numberConsecutiveErrorWarningNotifications,
  };
}
