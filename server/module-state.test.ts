import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/**
 * State of a process is created where the process is composed (`server/services/process-state.ts`), never when a module
 * is imported: in a test, two processes would share it, and it would have no defined end. The exceptions:
 */
const EXCEPTIONS: Record<string, string[]> = {
  // Memoized results of inputs that never change; clearing them costs only time.
  memo: [
    "account/redact.ts: PREPARED",
    "api/trpc/explorer.ts: platform",
    "cut-text.ts: created",
    "documentation/pages.ts: read",
    "documentation/pictures.ts: read",
    "documentation/reference.ts: groups",
    "documentation/search.ts: index",
    "element/auth/secrets.ts: KNOWN",
    "element/hooks/context-params.ts: scripts",
    "element/polling/zone.ts: zones",
    "formula/expression.ts: PATHS",
    "formula/resolve.ts: FIELDS",
    "services/account/common-password.ts: loading",
  ],
  // Marks an error or a request, and lives as long as that.
  mark: ["api/body-digest.ts: digests", "outside/egress/failures.ts: UNKNOWN_OUTCOME"],
  // The global object, which Next's copy of the module shares.
  global: ["offered-modules.ts: shared"],
  // The module is the entry point of a process or of a sandbox guest.
  start: [
    "outside/sandbox/child.ts: flushedAt",
    "outside/sandbox/child.ts: isWorn",
    "outside/sandbox/child.ts: outcomes",
    "outside/sandbox/child.ts: outcomesLength",
    "outside/sandbox/child.ts: pending",
    "outside/sandbox/child.ts: served",
    "outside/sandbox/guest-hook.ts: scope",
    "outside/sandbox/guest-libraries.ts: CE",
    "outside/sandbox/guest-http.ts: calls",
    "outside/sandbox/guest-http.ts: waiting",
    "router/main.ts: isStopping",
    "router/main.ts: route",
    "router/main.ts: server",
    "web.ts: handleAgent",
    "web.ts: handleApi",
    "web.ts: handleCall",
    "web.ts: handleLookup",
    "web.ts: hasDemo",
    "web.ts: isStopping",
    "web.ts: open",
    "web.ts: server",
    "worker/isolated-execution.ts: shutdown",
    "worker/main.ts: isStopping",
    "worker/main.ts: isolated",
  ],
  // Next loads its handlers by path, so nothing can be passed to them.
  next: ["process-app.ts: composed", "process-app.ts: offered", "screen-handler.ts: screens"],
};

const DECLARED = /^(?:export )?(let|var|const) (\w+)\b(?!: Readonly)(?::[^=]+?)? =\s*([^\n]*)/gm;
/** Values that are meant to be changed, or that have state. */
const STATEFUL =
  /^(?:new Weak(?:Map|Set)\b|new (?:Map|Set|Array)(?:<.*>)?\(\)|\[\];|\{\};|create(?!Hash|Lowlight)[A-Z]\w*\()/;

/** The names of module-level variables that hold state. */
function stateIn(source: string): string[] {
  const declared = [...source.matchAll(DECLARED)].map(([, how, name = "", value = ""]) => ({ how, name, value }));
  const undefinedOnes = [...source.matchAll(/^(?:export )?let (\w+)(?::[^=\n]+)?;/gm)].map(([, name = ""]) => name);
  const changing = declared.filter(({ how, name, value }) => {
    const isChanged = new RegExp(
      `(?<![.\\w])${name}(?:\\.(?:set|add|delete|clear|push|unshift|splice|pop|shift)\\(|\\[[^\\]]*\\] (?:\\?\\?)?= )`,
    );
    return how !== "const" || STATEFUL.test(value) || isChanged.test(source);
  });
  return [...new Set([...changing.map(({ name }) => name), ...undefinedOnes])];
}

test("no module holds state of a process, but for known exceptions", async () => {
  const found: string[] = [];
  for await (const file of glob("**/*.ts", { cwd: import.meta.dirname })) {
    if (
      /[.]test[.]ts$|^(generated|testing|launch|new|demo-provider|specification|security|language|recipes|fuzz|catalog)\//.test(
        file,
      )
    )
      continue;
    const source = await readFile(join(import.meta.dirname, file), "utf8");
    found.push(...stateIn(source).map((name) => `${file}: ${name}`));
  }
  expect(found.sort()).toEqual(Object.values(EXCEPTIONS).flat().sort());
});

describe("state at the top of a module", () => {
  test.each([
    "let count = 0;",
    "let later: Promise<void> | undefined;",
    "const byId = new Map<string, () => Promise<number>>();",
    "const known: Map<string, number> = new Map();",
    "export const flights = new WeakMap<Pool, number>();",
    "const waiting: string[] = [];",
    "const inTurn = createBoundedQueue({",
    'const known = new Map([["a", 1]]);\nexport const learn = (name: string) => known.set(name, 1);',
    "const counts = { a: 1 };\nfunction count() {\n  counts[name] = 2;\n}",
  ])("%j", (source) => expect(stateIn(source)).toHaveLength(1));

  test.each([
    'const WORDS = new Set(["a"]);',
    "const NOBODY: ReadonlySet<string> = new Set();",
    "const MOST = 5;",
    "function f() {\n  let count = 0;\n  const known = new Map();\n}",
    'const SHA = createHash("sha256").update(SCRIPT).digest("base64");',
    "const callers = new AsyncLocalStorage<string>();",
  ])("not %j", (source) => expect(stateIn(source)).toEqual([]));
});
