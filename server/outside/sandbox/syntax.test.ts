import { expect, test } from "vitest";
import { readScript } from "#server/script/read-script.ts";
import { createSyntaxCheck, PARAMETERS } from "./syntax.ts";

const syntaxErrorOf = createSyntaxCheck(PARAMETERS);

// People read the mistake in the designer, before a run meets the error of the engine.
test.each([
  ["done(1)", false],
  ["return done(steps.a);", false],
  ["(async () => { done(await trigger); })()", false],
  ["const f = async (list) => { for await (const one of list) done(one); }; f([])", false],
  ["class A { #p = 1; static { done(new A().#p); } }", false],
  ["done(trigger?.args ?? 1_000n)", false],
  ["await(1)", false],
  ["const a = await trigger;\ndone(a);", true],
  ["for await (const one of trigger) done(one);", true],
  ["(() => { await trigger; })()", true],
  ["with (trigger) { done(args) }", true],
  ["done(010)", true],
  ["done('\\08')", true],
  ["delete trigger;", true],
  ["arguments = 1", true],
  ["eval = 1", true],
  ["function f(a, a) { }", true],
  ["let interface = 1", true],
  ["if (a) function f() { }", true],
  ["yield 1", true],
  ["import a from 'a'", true],
  ["export const a = 1", true],
  ["done(import.meta)", true],
  ["break;", true],
  ["const a;", true],
  ["let a; let a;", true],
  ["}", true],
  ["done(`${`)", true],
])("%s: whether it has a mistake is known before it runs", (source, isBroken) => {
  expect([readScript(source).mistake !== undefined, syntaxErrorOf(source) !== undefined]).toEqual([isBroken, isBroken]);
});

test("an await outside of an async function is named, with its line", () => {
  expect(readScript("const a = 1;\nconst b = await a;\ndone(b);").mistake).toMatchObject({
    line: 2,
    message: "await works only in an async function",
  });
});
