/** Takes HTML tags out of a name and keeps the text between them (contract §1.0). Linear in the text. */
export const stripTags = (text: string): string =>
  text
    .replace(/<[a-z/!?][^<>]*>/gi, "")
    // What is left must not form a tag anew, as `<<b>i>` would.
    .replace(/(?<!<)<+(?=[a-z/!?])/gi, "")
    .trim();
