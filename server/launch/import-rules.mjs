// Checks the imports of the checkout by the rules of .dependency-cruiser.cjs, that of two sibling folders at most one
// imports the other, and that what is shipped is used by what is shipped. dependency-cruiser reads TypeScript through the compiler's JavaScript API, which typescript 7
// no longer has, so it gets typescript 6; the product itself is still compiled with 7.
import { registerHooks } from "node:module";
import { importsBetweenTwoWayFolders } from "./two-way-folders.mjs";
import { unreached } from "./unreached.mjs";

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.replace(/^typescript(?=\/|$)/, "@typescript/typescript6"), context),
});

const [{ cruise, format }, { default: readTsConfig }, { default: rules }] = await Promise.all([
  import("dependency-cruiser"),
  import("dependency-cruiser/config-utl/extract-ts-config"),
  import("../../.dependency-cruiser.cjs"),
]);

const { forbidden, options, notShipped, entryPoints } = rules;
const { output: found } = await cruise(
  process.argv.slice(2),
  { ...options, ruleSet: { forbidden }, validate: true },
  options.enhancedResolveOptions,
  { tsConfig: readTsConfig(options.tsConfig.fileName) },
);

const isShipped = (path) => !new RegExp(notShipped).test(path);
const imports = found.modules.flatMap(({ source: from, dependencies }) =>
  dependencies
    .map((dependency) => ({ from, to: dependency.resolved, dependency }))
    .filter(({ to }) => isShipped(from) && isShipped(to)),
);
for (const { dependency } of importsBetweenTwoWayFolders(imports)) {
  dependency.valid = false;
  dependency.rules = [...(dependency.rules ?? []), { name: "folders-import-one-way", severity: "error" }];
}

// dependency-cruiser has a rule for that (`reachable`), which takes five times as long as everything else.
const isEntryPoint = (path) => new RegExp(entryPoints.join("|")).test(path) && !/[.](test|bench)[.]tsx?$/.test(path);
const mustBeUsed = (path) => isShipped(path) && /^(components|server)\/(?!generated\/)/.test(path);
for (const module of unreached(found.modules, isEntryPoint).filter(({ source }) => mustBeUsed(source))) {
  module.valid = false;
  module.rules = [...(module.rules ?? []), { name: "shipped-files-are-used", severity: "error" }];
}

const { output, exitCode } = await format(found, { outputType: "err" });
process.stdout.write(`${output}`);
process.exitCode = exitCode;
