import { addresses } from "./addresses.ts";
import { camelCaseParameters } from "./camel-case-parameters.ts";
import { checkedCredentials } from "./checked-credentials.ts";
import type { ChecklistRule } from "./checklist-rule.ts";
import { creationDates } from "./creation-dates.ts";
import { dashedNames } from "./dashed-names.ts";
import { descriptions } from "./descriptions.ts";
import { errorMapping } from "./error-mapping.ts";
import { listPaging } from "./list-paging.ts";
import { objectDates } from "./object-dates.ts";
import { objectIds } from "./object-ids.ts";
import { parameterDescriptions } from "./parameter-descriptions.ts";
import { pluralNames } from "./plural-names.ts";
import { renewedLogins } from "./renewed-logins.ts";

/** Every convention, in the order in which authors see them. */
export const CHECKLIST: readonly ChecklistRule[] = [
  pluralNames,
  dashedNames,
  camelCaseParameters,
  descriptions,
  parameterDescriptions,
  listPaging,
  objectIds,
  objectDates,
  creationDates,
  errorMapping,
  addresses,
  checkedCredentials,
  renewedLogins,
];
