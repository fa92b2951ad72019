import { expect, test } from "vitest";
import { changesSomething, changingResources, deletesSomething, deletingResources } from "./changes-something.ts";
import { type Resource, resourceSchema } from "./shape.ts";

const aResource = (more: object): Resource =>
  resourceSchema.parse({ path: "/a", method: "GET", vendorPath: "/a", ...more });

test.each([
  [{}, false],
  [{ vendorMethod: "POST" }, false],
  [{ vendorMethod: "HEAD" }, false],
  [{ vendorMethod: "OPTIONS" }, false],
  [{ vendorMethod: "DELETE" }, true],
  [{ vendorMethod: "put" }, true],
  [{ vendorMethod: "PATCH" }, true],
  [{ method: "POST", vendorMethod: "GET" }, true],
  [{ method: "DELETE" }, true],
  [{ type: "formulaAsResource", formulaId: 1 }, true],
])("a resource with %j changes something: %s", (more, changes) => {
  expect(changesSomething(aResource(more), {})).toBe(changes);
});

test.each([
  ["select * from people {where}", false],
  ["with recent as (select 1) select * from recent", false],
  ["call list_people(:id)", false],
  ["delete from people where id = :id", true],
  ["  (\nUPDATE people set name = :name", true],
  ["Merge into people", true],
])("a GET of a database that sends %j changes something: %s", (vendorPath, changes) => {
  const resource = aResource({ vendorPath, vendorMethod: "POST" });
  expect(changesSomething(resource, { protocolType: "jdbc" })).toBe(changes);
});

test.each([
  [{}, {}, false],
  [{ vendorMethod: "PUT" }, {}, false],
  [{ method: "DELETE", vendorMethod: "POST" }, {}, true],
  [{ vendorMethod: "delete" }, {}, true],
  [{ method: "POST", vendorMethod: "DELETE" }, {}, true],
  [{ method: "POST", vendorPath: "DELETE from people" }, { protocolType: "jdbc" }, true],
  [{ method: "POST", vendorPath: "insert into people" }, { protocolType: "jdbc" }, false],
])("a resource with %j of %j deletes something: %s", (more, element, deletes) => {
  expect(deletesSomething(aResource(more), element)).toBe(deletes);
});

test("a resource that deletes something changes something", () => {
  for (const method of ["GET", "POST", "DELETE"])
    for (const vendorMethod of ["GET", "POST", "PUT", "delete"])
      for (const vendorPath of ["/a", "select 1", "truncate people"])
        for (const protocolType of [undefined, "jdbc"]) {
          const resource = aResource({ method, vendorMethod, vendorPath });
          if (deletesSomething(resource, { protocolType }))
            expect(changesSomething(resource, { protocolType })).toBe(true);
        }
});

test("a resource changes what those that follow it change, also in a circle", () => {
  const next = (path: string, nextResource?: string, more = {}) => aResource({ path, nextResource, ...more });
  const resources = [
    next("/first", "GET:/second"),
    next("/second", "GET:/last"),
    next("/last", undefined, { vendorMethod: "DELETE" }),
    next("/here", "GET:/there"),
    next("/there", "GET:/here"),
  ];
  const changing = [...changingResources({ resources })].map(({ path }) => path);
  expect(changing).toEqual(["/first", "/second", "/last"]);
  expect([...deletingResources({ resources })].map(({ path }) => path)).toEqual(changing);
});
