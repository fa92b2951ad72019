import { expect, test } from "vitest";
import { globalsFileOf } from "./script-files.ts";
import { ScriptLanguage } from "./script-language.ts";

const model = (uri: string, text: string) => ({
  uri: { toString: () => uri, path: uri },
  version: 1,
  getValue: () => text,
});

test("scripts on one page have globals of their own, also of the same name", async () => {
  const scripts = ["inmemory://model/1", "inmemory://model/10"] as const;
  const types = ["{ total: number }", "{ name: string }"];
  const language = new ScriptLanguage(
    { getMirrorModels: () => scripts.map((uri) => model(uri, "body.total.toFixed(); done(body);")) },
    {
      compilerOptions: { allowJs: true, checkJs: true, allowNonTsExtensions: true, target: 99, lib: ["es2022"] },
      extraLibs: Object.fromEntries(
        scripts.map((uri, at) => [
          globalsFileOf(uri),
          { content: `declare const body: ${types[at]}; declare function done(value: unknown): void;`, version: 1 },
        ]),
      ),
    },
  );
  const problemsOf = async (uri: string) =>
    (await language.getSemanticDiagnostics(uri)).map(({ messageText }) => messageText);
  const [first, second] = scripts;
  expect(await problemsOf(first)).toEqual([]);
  expect(await problemsOf(second)).toEqual(["Property 'total' does not exist on type '{ name: string; }'."]);
  expect(await problemsOf(first)).toEqual([]);
});
