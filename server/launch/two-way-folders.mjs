/**
 * The imports between two sibling folders that import each other, in the direction with fewer of them: those to remove.
 * A file beside the folders, which composes them, is no folder.
 *
 * @template {{ from: string, to: string }} Import
 * @param {readonly Import[]} imports
 * @returns {Import[]}
 */
export function importsBetweenTwoWayFolders(imports) {
  /** @type {Map<string, Import[]>} */
  const arrows = new Map();
  for (const one of imports) {
    const between = foldersBeside(one);
    if (between) arrows.set(between, [...(arrows.get(between) ?? []), one]);
  }
  return [...arrows].flatMap(([between, there]) => {
    const reverse = between.split(" ").reverse().join(" ");
    const back = arrows.get(reverse) ?? [];
    const isFewer = there.length < back.length || (there.length === back.length && between < reverse);
    return back.length > 0 && isFewer ? there : [];
  });
}

/** The two folders where the paths of an import diverge; undefined if one of them is a file there. */
function foldersBeside({ from, to }) {
  const [one, other] = [from.split("/"), to.split("/")];
  const parts = one.findIndex((name, at) => name !== other[at]);
  if (parts < 0 || parts >= one.length - 1 || parts >= other.length - 1) return undefined;
  return `${one.slice(0, parts + 1).join("/")} ${other.slice(0, parts + 1).join("/")}`;
}
