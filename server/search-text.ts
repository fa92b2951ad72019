/**
 * The text as searches compare it: without case, and with one way to write each letter. Keyboards write `ü` as one
 * character, file systems and some programs as `u` and a mark.
 */
export const foldedText = (text: string): string => text.normalize("NFC").toLowerCase();

/** The ways in which a text may have been written and stored; only one for texts without marks. */
export const writtenForms = (text: string): string[] => [
  ...new Set([text, text.normalize("NFC"), text.normalize("NFD")]),
];
