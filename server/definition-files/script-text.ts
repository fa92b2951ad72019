/** The file of a script. It ends with one newline more than the script, as tools for text files expect one. */
export const fileOfScript = (script: string): string => `${script}\n`;

/** The script in a file: a single newline at the end is no part of it. */
export const scriptInFile = (text: string): string => (text.endsWith("\n") ? text.slice(0, -1) : text);
