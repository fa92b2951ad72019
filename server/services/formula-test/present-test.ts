import { isoSeconds } from "#server/iso-date.ts";
import type { FormulaTestRecord } from "#server/store/formula-test/formula-tests.ts";

/** A test as the API shows it. */
export const presentTest = ({
  id,
  formulaId,
  userId,
  createdAt,
  updatedAt,
  definition,
  lastResult,
}: FormulaTestRecord) => ({
  ...definition,
  id,
  formulaId,
  userId,
  createdDate: isoSeconds(createdAt),
  updatedDate: isoSeconds(updatedAt),
  lastResult,
});
