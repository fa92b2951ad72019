/** The most characters of commands that are read. */
export const MOST_CURL = 2 ** 20;

/** A curl at the start of a command: of a line, after a separator, assignments or words such as `sudo`. */
const COMMAND =
  /(?:^|[\n;&|(`])[ \t]*(?:[$>][ \t]+)?(?:(?:[A-Za-z_]\w*=[^\s$;&|()`]*|sudo|time|env|nohup|exec|do|then|else|if|while|until|!|\{)[ \t]+)*curl(?:\.exe)?\s/;
/** A description in YAML can have commands in its texts. */
const DESCRIPTION = /^["']?(?:openapi|swagger|asyncapi|info|log)["']?[ \t]*:/m;

/** Whether a text is a script with curl commands. */
export function isCurlText(text: string): boolean {
  const start = text.slice(0, MOST_CURL);
  return !/^\s*[<{[]/.test(start) && COMMAND.test(start) && !DESCRIPTION.test(start);
}
