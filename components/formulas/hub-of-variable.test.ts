import { expect, test } from "vitest";
import { hubOfVariable } from "./hub-of-variable.ts";

const sending = (variable: string, api: string) => ({
  ...{ name: `${variable}${api}`, type: "elementRequest", onSuccess: [], onFailure: [] },
  properties: { elementInstanceId: `\${config.${variable}}`, method: "GET", api },
});
const formula = (...steps: object[]) => ({ steps }) as unknown as Parameters<typeof hubOfVariable>[0];

test.each([
  ["crm", [sending("crm", "/hubs/crm/contacts")], "crm"],
  ["crm", [sending("crm", "/hubs/crm/contacts"), sending("mail", "/hubs/messaging/messages")], "crm"],
  ["mail", [sending("mail", "/messages")], undefined],
  ["crm", [sending("crm", "/hubs/crm/contacts"), sending("crm", "/hubs/finance/invoices")], undefined],
])("the hub of %s is the one that all steps of the variable name", (key, steps, hub) => {
  expect(hubOfVariable(formula(...steps), key)).toBe(hub);
});
