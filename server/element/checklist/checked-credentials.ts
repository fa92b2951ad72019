import { AUTH_TYPES } from "../auth/registry.ts";
import { isSecretEntry } from "../configuration-types/registry.ts";
import { offeredTypes } from "../definition/authentication-problems.ts";
import { RESOURCE_TYPES, typesAt } from "../resource-types/registry.ts";
import type { Moment } from "../resource-types/resource-type.ts";
import type { Element } from "../shape.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

/** The moments of connecting an account at which a request shows whether its credentials are accepted. */
const CHECKED_AT: readonly Moment[] = ["exchange", "connect", "proveAccess"];

export const checkedCredentials: ChecklistRule = {
  rule: "checkedCredentials",
  title: "A request checks the credentials when an account is connected",
  find: (element) => {
    const isChecked = element.resources.some(({ type }) =>
      RESOURCE_TYPES[type].runsAt?.some((moment) => CHECKED_AT.includes(moment)),
    );
    if (isChecked || !offeredTypes(element).some((type) => isUnchecked(element, type))) return [];
    const [type = ""] = typesAt("proveAccess");
    return [
      {
        path: ["resources"],
        message: `No request checks the credentials, so wrong ones are accepted when people connect. Add a resource of the type ${type}.`,
      },
    ];
  },
};

/** Token requests check by themselves. Without a secret of its own, an element that authenticates itself has none. */
function isUnchecked({ configuration }: Element, type: keyof typeof AUTH_TYPES): boolean {
  const { exchange, isByElement } = AUTH_TYPES[type];
  return exchange === undefined && (!isByElement || configuration.some(isSecretEntry));
}
