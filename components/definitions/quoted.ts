/** A text as a message: nothing is filled in, also where the text speaks of `${…}` or `<tags>`. */
export function quoted(text: string): string {
  return text.replaceAll("'", "''").replaceAll(/[{}<>]+/g, "'$&'");
}
