/** The key of an English text of a configuration entry in the messages; those nest at dots. */
export const entryTextKey = (key: string, text: string): string =>
  `${key} ${text}`.replaceAll(".", "·").replaceAll(" ", "_");
