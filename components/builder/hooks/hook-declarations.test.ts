import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOOK_VARIABLES } from "#server/element/hooks/hook-variable-names.ts";
import { HOOK_GLOBALS, hookDeclarations } from "./hook-declarations.ts";
import { HOOK_TEMPLATES } from "./templates.ts";

test("every variable of hooks is declared, and no other", () => {
  expect(Object.keys(HOOK_GLOBALS).sort()).toEqual([...HOOK_VARIABLES].sort());
});

test.each([
  ["before", "events|response_body"],
  ["after", "events"],
  ["event", "response_body"],
] as const)("a hook of the stage %s does not see %s", (stage, names) => {
  expect(hookDeclarations(stage)).toContain("declare const configuration:");
  expect(hookDeclarations(stage)).not.toMatch(new RegExp(`declare const (${names}):`));
});

test.each(HOOK_TEMPLATES)(
  "the template $name is a script that calls done with variables that exist",
  ({ body, stage }) => {
    expect(() => new Function("done", "require", "CE", body)).not.toThrow();
    expect(body).toContain("done(");
    const declared = hookDeclarations(stage);
    for (const [name] of body.matchAll(/\b(?:request|response)_\w+(?=[.[])/g))
      expect(declared).toContain(`declare const ${name}:`);
  },
);

test.each([
  ["a text", "No order", "No order"],
  ["an object", { message: "No order", code: 7 }, "No order"],
  ["an object without a message", { code: 7 }, { code: 7 }],
])("the template refuse passes on an error that is %s", (_, error, refused) => {
  const { body = "" } = HOOK_TEMPLATES.find(({ name }) => name === "refuse") ?? {};
  const results: unknown[] = [];
  new Function("done", "response_body", body)((result: unknown) => results.push(result), { error });
  expect(results).toEqual([{ response_status_code: 400, response_error: refused }]);
});

test("the template for events is the example of the documentation, which server/services/event/documented-hook.test.ts runs", () => {
  const { body } = HOOK_TEMPLATES.find(({ name }) => name === "readSigned") ?? {};
  expect(readFileSync("docs/events.md", "utf8")).toContain(`\`\`\`js event-hook\n${body}\`\`\``);
});

test("every stage has a template", () => {
  expect([...new Set(HOOK_TEMPLATES.map(({ stage }) => stage))].sort()).toEqual(["after", "before", "event"]);
});
