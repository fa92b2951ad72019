/**
 * The modules that no entry point imports, not even by way of others.
 *
 * @template {{ source: string, dependencies: readonly { resolved: string }[] }} Module
 * @param {readonly Module[]} modules
 * @param {(path: string) => boolean} isEntry
 * @returns {Module[]}
 */
export function unreached(modules, isEntry) {
  const bySource = new Map(modules.map((module) => [module.source, module]));
  const reached = new Set(modules.map(({ source }) => source).filter(isEntry));
  // A set is iterated in the order of insertion, with what is added meanwhile.
  for (const source of reached)
    for (const { resolved } of bySource.get(source)?.dependencies ?? []) reached.add(resolved);
  return modules.filter(({ source }) => !reached.has(source));
}
