import { expect, test } from "vitest";
import { hasProvenAccess } from "./proven-access.ts";
import { typesAt } from "./resource-types/registry.ts";
import type { Moment } from "./resource-types/resource-type.ts";

test.each<[configuration: Record<string, string>, moments: Moment[], isProven: boolean]>([
  [{}, [], false],
  [{ "oauth.user.token": "*****" }, [], true],
  [{}, ["connect"], true],
  [{}, ["proveAccess"], true],
  [{}, ["delete"], false],
])("with %j and resources at %j, connecting proves access: %s", (configuration, moments, isProven) => {
  const types = moments.flatMap((moment) => typesAt(moment));
  expect(types.length > 0).toBe(moments.length > 0);
  const resources = [{ type: undefined }, ...types.map((type) => ({ type }))];
  expect(hasProvenAccess({ resources, configuration })).toBe(isProven);
});
