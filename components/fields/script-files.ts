/** The file with the declarations of a script's values, whatever the script's address. */
export const globalsFileOf = (script: string): string => `${script}.globals.d.ts`;

/** The files for checking a script: itself and its own declarations, not those of other editors on the page. */
export const filesOfScript = (script: string, files: readonly string[]): string[] =>
  files.filter((file) => file === script || file === globalsFileOf(script));
