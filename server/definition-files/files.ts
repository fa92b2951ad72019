/** Text files by their paths below one folder, separated by `/`. */
export type Files = ReadonlyMap<string, string>;

/** Encodes a name as part of a path on every system: refused characters are percent-encoded. */
export const fileName = (name: string): string =>
  name
    .replaceAll(/[%\\/:*?"<>|\u0000-\u001f\u007f]|^\.|[. ]$/g, encoded)
    .replace(
      /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i,
      (reserved) => `${encoded(reserved[0] ?? "")}${reserved.slice(1)}`,
    )
    .slice(0, 150);

const encoded = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;

/** Makes names unique, regardless of case, since some systems ignore it: the second `send` is `send~2`. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const ending = /\.\w+$/.exec(name)?.[0] ?? "";
    const stem = name.slice(0, name.length - ending.length);
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem}~${count}${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}
