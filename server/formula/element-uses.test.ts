import { expect, test } from "vitest";
import { elementUses } from "./element-uses.ts";
import type { Formula } from "./shape.ts";

const step = (type: string, properties: object) => ({ name: "s", type, properties });
const usesOf = (properties: object, type = "elementRequest", config: object = { crm: "7", object: "contacts" }) =>
  elementUses({ triggers: [], steps: [step(type, properties)] as unknown as Formula["steps"] }, { ...config });

const api = (written: string) => ({ elementInstanceId: "${config.crm}", method: "GET", api: written });

test.each([
  ["/contacts", "/contacts"],
  ["hubs/crm/contacts", "/contacts"],
  [" /contacts?a=${steps.x.b}", "/contacts"],
  ["/contacts/${steps.x.id}/notes", "/contacts/{}/notes"],
  ["/contacts/${trigger.args.a}-${trigger.args.b}", "/contacts/{}-{}"],
  ["/${config.object}/1", "/contacts/1"],
  ["/${config.object}/${steps.x.id}", "/{}/{}"],
])("%s is a request to %s", (written, path) => {
  expect(usesOf(api(written))).toEqual([
    { where: 'Step "s"', isByEvents: false, elementInstanceId: 7, method: "GET", path },
  ]);
});

test.each([[7], ["7"], ["${config.crm}"], ["${crm}"]])("%j names the element instance", (elementInstanceId) => {
  expect(usesOf({ elementInstanceId, api: "/x" })).toMatchObject([{ elementInstanceId: 7, path: "/x" }]);
});

test.each([["${steps.x.id}"], ["${config.none}"], [""], [null], [undefined], [{}]])(
  "%j names none that is known before a run",
  (elementInstanceId) => {
    expect(usesOf({ elementInstanceId, api: "/x" })).toEqual([]);
  },
);

test("a step with two requests uses two element instances", () => {
  const uses = usesOf(
    {
      ...{ downloadElementInstanceId: 1, downloadMethod: "get", downloadApi: "/files/1" },
      ...{ uploadElementInstanceId: 2, uploadMethod: "POST", uploadApi: "/files" },
    },
    "elementRequestStream",
  );
  expect(uses).toMatchObject([
    { elementInstanceId: 1, method: "GET", path: "/files/1" },
    { elementInstanceId: 2, method: "POST", path: "/files" },
  ]);
});

test("a trigger by events has no request", () => {
  const triggers = [{ type: "event", properties: { elementInstanceId: "${config.crm}" } }];
  expect(elementUses({ triggers: triggers as unknown as Formula["triggers"], steps: [] }, { crm: 7 })).toEqual([
    { where: "The trigger", isByEvents: true, elementInstanceId: 7 },
  ]);
});
