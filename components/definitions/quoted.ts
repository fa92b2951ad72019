/** Converts a text to a message without arguments, even if it contains `${…}` or `<tags>`. */
export function quoted(text: string): string {
  return text.replaceAll("'", "''").replaceAll(/[{}<>]+/g, "'$&'");
}
