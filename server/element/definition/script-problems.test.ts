import { describe, expect, test } from "vitest";
import { typesOf } from "#server/registry.ts";
import { HOOK_TYPES } from "../hooks/registry.ts";
import { elementSchema } from "../shape.ts";
import { elementProblems } from "./problems.ts";

const BROKEN = "const a = 1;\nconst x = ;";
const NAMED = { name: "Shop", description: "A shop", authentication: { type: "custom" } };
const problemsOf = (fields: object) => elementProblems({ ...NAMED, ...fields });
const resource = (hooks: object[]) => ({ path: "/contacts", method: "GET", vendorPath: "/contacts", hooks });

describe.each(typesOf(HOOK_TYPES))("a hook of the type %s with a syntax error", (type) => {
  const warning = (path: (string | number)[]) => ({
    severity: "warning",
    path,
    message: "body: line 2 has a syntax error: Unexpected token.",
  });
  test.each([true, false])("is a warning of the element, legacy or not (%s)", (isLegacy) => {
    expect(
      problemsOf({
        hooks: [
          { type, body: "done({});" },
          { type, body: BROKEN, isLegacy },
        ],
      }),
    ).toEqual([warning(["hooks", 1, "body"])]);
  });
  test("is a warning of its resource", () => {
    expect(problemsOf({ resources: [resource([{ type, body: BROKEN }])] })).toEqual([
      warning(["resources", 0, "hooks", 0, "body"]),
    ]);
  });
});

test("the shape of elements has no other scripts than hooks", () => {
  const parsed = elementSchema.parse({ ...NAMED, resources: [resource([])] });
  const scripted = Object.keys({ ...parsed, ...parsed.resources[0] }).filter((name) =>
    /hook|script(?!ion)/i.test(name),
  );
  expect([...new Set(scripted)]).toEqual(["hooks"]);
});

test("await outside an async function is a warning, because hooks do not run in one", () => {
  expect(problemsOf({ hooks: [{ type: "preRequest", body: "done(await 1);" }] })).toMatchObject([
    { severity: "warning", message: "body: line 1 has a syntax error: await works only in an async function." },
  ]);
});
