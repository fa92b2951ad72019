/** The file with the declarations of the values that a script reads, of whatever address the script is. */
export const globalsFileOf = (script: string): string => `${script}.globals.d.ts`;

/** The files that a script is checked with: itself and its own declarations, not those of other editors on the page. */
export const filesOfScript = (script: string, files: readonly string[]): string[] =>
  files.filter((file) => file === script || file === globalsFileOf(script));
