/** Letters that have no parts, and their usual spelling. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  þ: "th",
};

/** The key of an element that has only a name: its letters without their marks, and its digits. */
export const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[ßæœøđðħıłþ]/g, (letter) => SPELLED[letter] ?? "")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
