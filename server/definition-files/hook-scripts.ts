import { withoutHub } from "../element/resource-path.ts";
import type { DefinitionJson, ScriptPlace } from "./definition-kind.ts";
import { fileName, uniqueNames } from "./files.ts";
import { objectsIn } from "./json.ts";

/** The scripts of the hooks of an element and its resources, each in its own file. */
export function hookScripts(json: DefinitionJson): ScriptPlace[] {
  const unique = uniqueNames();
  return hooksOf(json).map(({ hook, folder }) => {
    const type = String(hook.type);
    return {
      holder: hook,
      key: "body",
      file: unique(`${folder}${fileName(type)}.js`),
      otherFiles: [`${folder}${fileName(type)}Hook.js`, `hooks/${folder}${fileName(type)}.js`],
    };
  });
}

/** Each hook with the folder of its file, and its element or resource. */
export function hooksOf(json: DefinitionJson): { hook: DefinitionJson; folder: string; where: string }[] {
  const unique = uniqueNames();
  const own = objectsIn(json.hooks).map((hook) => ({ hook, folder: "", where: `Hook ${String(hook.type)}` }));
  const ofResources = objectsIn(json.resources).flatMap((resource) => {
    const method = String(resource.method);
    const path = withoutHub(String(resource.path));
    const hooks = objectsIn(resource.hooks);
    if (hooks.length === 0) return [];
    const folder = `resources/${unique(fileName(`${method} ${path.slice(1).replaceAll("/", " ")}`))}/`;
    return hooks.map((hook) => ({ hook, folder, where: `Hook ${String(hook.type)} of ${method} ${path}` }));
  });
  return [...own, ...ofResources];
}
