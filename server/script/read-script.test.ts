import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { readScript } from "./read-script.ts";

describe("a top-level return", () => {
  test.each([
    ["alone", "return;"],
    ["with a value", "const a = 1;\nreturn { a };"],
    ["in a block", "if (x) { return 1; }"],
    ["in a loop in a block", "for (const a of b) { while (c) { return 1 } }"],
    ["in a try", "try { return 1 } catch (e) { } finally { }"],
    ["in a catch", "try { } catch (e) { return 1 }"],
    ["after a function", "function f() { return 1; }\nreturn f();"],
    ["after an arrow function", "const f = () => { return 1; }; return f();"],
    ["after an object", "const o = { a: { b: 1 } }; return o;"],
    ["after a regular expression with braces", "if (/[{]/.test(x)) { } return 1;"],
    ["after a division", "const a = b / c; return a / 2;"],
    ["after a template with code", "const a = `x ${ `y ${ { z: 1 }.z }` } }`; return a;"],
    ["after a string with a quote", "const a = 'it\\'s {'; return a;"],
    ["in a switch", "switch (a) { case 1: { return 1 } }"],
    ["in a labeled block", "a: { return 1 }"],
    ["at the very end", "return"],
    ["of an await in a for", "for await (const a of b) { return 1 }"],
    ["after a regular expression behind a condition", "if (a) /{/.test(b); return 1"],
    ["after a regular expression behind a block", "if (a) {} /{/.test(b); return 1"],
    ["after an object that is divided", "const a = {} / 2; return 1 / 2"],
  ])("%s", (_, source) => {
    expect(readScript(source).returns).toBe(true);
  });

  test.each([
    ["inside a function", "function f(a) { return a; } done(f(1));"],
    ["inside an arrow function", "done(list.map((a) => { return a + 1; }));"],
    ["inside an arrow function without parentheses", "done(list.map(a => { return a; }));"],
    ["inside a block of a function", "const f = function (a) { if (a) { return 1 } else { return 2 } };"],
    ["inside a method", "const o = { m(a) { return a }, get x() { return 1 }, async *g() { return } };"],
    ["inside a class", "class A extends B { constructor() { super(); return this } #p() { return 1 } }"],
    ["inside a string", "done('return 1'); done(\"return\")"],
    ["inside a template", "done(`return ${1} return`);"],
    ["inside a function inside a template", "done(`${list.map((a) => { return `${a}` })}`);"],
    ["inside a comment", "// return 1\n/* return 2 */ done();"],
    ["inside a comment that does not end", "done(); /* return"],
    ["inside a regular expression", "done(/return [/] return/.test(a));"],
    ["as a name", "done(iterator.return(), { return: 1 }, a.return);"],
    ["as part of a name", "const returns = 1, $return = 2, returnValue = 3, réturn = 4;"],
    ["in an immediately called function", "(function () { return 1 })(); (() => { return 2 })();"],
    ["in a callback behind a chain", "p.then(function (r) { return r }).catch((e) => { return e })"],
  ])("not %s", (_, source) => {
    expect(readScript(source).returns).toBe(false);
  });
});

describe("a call of done", () => {
  test.each([
    ["plain", "done({ a: 1 });"],
    ["with space", "done\n  (1)"],
    ["in a callback", "p.then((r) => done(r));"],
    ["as a callback", "p.then(done);"],
    ["as a second callback", "p.then(f, done)"],
    ["in a template", "`${done(1)}`"],
    ["last", "if (a) done()"],
  ])("%s", (_, source) => {
    expect(readScript(source).callsDone).toBe(true);
  });
  test.each([
    ["in a string", "'done()'"],
    ["in a comment", "// done()\n/* done() */"],
    ["of something else", "a.done(); b?.done(1); notdone(); done1()"],
    ["that is only a word", "const x = done; done"],
    ["in a template's text", "`done()`"],
  ])("not %s", (_, source) => {
    expect(readScript(source).callsDone).toBe(false);
  });
});

test("text in strings, templates, comments and functions changes nothing (fast-check)", () => {
  const quiet = fc.constantFrom(
    "'return'",
    '"done()"',
    "`return ${'}'} done()`",
    "/* return */",
    "// done()\n",
    "(() => { return 1 })()",
    "/[/]return/.test('')",
    "({ a: 1 })",
    "function f() { return 1 }",
    "[1]",
    "a.b",
    "1 / 2",
    "x => x",
  );
  fc.assert(
    fc.property(fc.array(quiet), fc.array(quiet), (a, b) => {
      const [head, tail] = [a.join(";\n"), b.join(";\n")];
      expect(readScript(`${head};\n${tail}`)).toMatchObject({ returns: false, callsDone: false });
      expect(readScript(`${head};\nreturn;\n${tail}`).returns).toBe(true);
      expect(readScript(`${head};\nif (x) { done(1) }\n${tail}`)).toMatchObject({ returns: false, callsDone: true });
    }),
  );
});

test("any text is read to its end (fast-check)", () => {
  const piece = fc.constantFrom(
    "`",
    "${",
    "}",
    "{",
    "(",
    ")",
    "/",
    "[",
    "]",
    "'",
    '"',
    "\\",
    "\n",
    "return",
    "done(",
    "=>",
    "if",
    "*",
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (source) => void readScript(source),
    ),
  );
});

test.each(["/[", "`${", "'\n", "(", "/*", "{", "a/", "\\", "@ ", "{var a;", "steps.a;"])(
  "256 KB of %j take linear time",
  (piece) => {
    expect(cpuMs(() => readScript(piece.repeat(262_144 / piece.length)))).toBeLessThan(LINEAR_MS);
  },
);

const used = (source: string) =>
  readScript(source).uses.map(({ name, members }) => [name, ...members.map((member) => member.name ?? "*")].join("."));

describe("the names that a script uses", () => {
  test.each<[string, string, string[]]>([
    ["by a dot", "done(steps.a.b)", ["done", "steps.a.b"]],
    ["by brackets", "steps['a'][\"b\"][0][`c`]", ["steps.a.b.0.c"]],
    ["where it may be missing", "steps?.a?.['b']", ["steps.a.b"]],
    ["by a key that is only known later", "steps[key].b", ["steps.*.b", "key"]],
    ["with escapes", "st\\u0065ps['\\x61']", ["steps.a"]],
    ["of what a call returns", "steps.a.map(f).b", ["steps.a.map", "f"]],
    ["in parentheses", "(steps).a", ["steps.a"]],
    ["in the code of a template", "`steps.x ${steps.a} trigger`", ["steps.a"]],
    ["behind a regular expression", "/[/'`]steps.x/.test(a) / steps.b", ["a", "steps.b"]],
    ["not in strings and comments", "'steps.a' // steps.b\n/* steps.c */", []],
    ["not as the key of something else", "my.steps.a; ({ steps: 1 }).b", ["my.steps.a"]],
    ["as a short property", "({ steps })", ["steps"]],
    ["as a default", "function f(a = steps.b, { c = config.d }) {}", ["steps.b", "config.d"]],
    ["not as a parameter", "list.map((steps) => steps.a)", ["list.map"]],
    ["not as a name of a block", "{ const steps = 1; steps.a } steps.b", ["steps.b"]],
    ["not as a name of a pattern", "for (const { a: [steps] } of list) steps.b", ["list"]],
    ["not as an error", "try {} catch (steps) { steps.a }", []],
    ["not as a variable of a function, wherever it stands", "function f() { steps.a; if (b) { var steps } }", ["b"]],
    ["not as a function or class", "{ steps.a; function steps() {} class config {} config.b }", []],
    ["again behind what hid them", "(function steps() { steps.a })(); steps.b", ["steps.b"]],
    ["as a parameter of the script that is assigned", "var steps = steps || {}; steps.a", ["steps", "steps.a"]],
    ["not as labels", "steps: for (;;) { continue steps }", []],
    ["in a script that is broken", "if (steps.a { done(steps['b'] }", ["steps.a", "done", "steps.b"]],
    ["in a script that is not finished", "const a = steps.a.; trigger.", ["steps.a.✖", "trigger.✖"]],
  ])("%s", (_, source, expected) => expect(used(source)).toEqual(expected));
});

test.each<[string, string, boolean]>([
  ["a parameter called done", "list.forEach((done) => done(1))", false],
  ["where it may be missing", "done?.(1)", true],
  ["with arguments in a list", "done.apply(null, [1])", true],
  ["not in the text of a regular expression", "/done()/", false],
])("a call of done: %s", (_, source, expected) => expect(readScript(source).callsDone).toBe(expected));

test("words are names and texts, and not comments", () => {
  const { words } = readScript("const { a: b } = c['d e']; // f\n`g ${h}`; /i/; ({ j: 1 }).k");
  expect([...words].sort()).toEqual(["", "a", "b", "c", "d e", "g ", "h", "i", "j", "k"].sort());
});

test.each([
  ["longer than a script may be", `done();${" ".repeat(262_144)}`],
  ["nested more deeply than the parser can follow", "[".repeat(100_000)],
])("of a script that is %s nothing is known", (_, source) => {
  expect(readScript(source)).toMatchObject({ isUnreadable: true, callsDone: true, uses: [] });
});
