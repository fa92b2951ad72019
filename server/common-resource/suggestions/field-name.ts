/** Synonyms at providers. The first of each row represents the others. */
const SYNONYMS = [
  ["email", "mail", "emailaddress"],
  ["phone", "telephone", "tel", "phonenumber"],
  ["mobile", "cell", "cellphone", "handy"],
  ["first", "given", "forename", "fname", "firstname", "givenname"],
  ["last", "family", "surname", "lname", "lastname", "familyname"],
  ["company", "organization", "org", "account", "employer"],
  ["id", "identifier", "key", "uuid", "guid"],
  ["number", "no", "num", "nr"],
  ["zip", "postal", "postcode", "zipcode", "postalcode"],
  ["state", "province", "region"],
  ["country", "nation"],
  ["street", "line", "address"],
  ["created", "creation", "added", "inserted"],
  ["changed", "updated", "modified", "edited"],
  ["date", "at", "on", "time", "timestamp", "datetime"],
  ["description", "note", "comment", "remark", "memo"],
  ["amount", "total", "sum", "price", "value"],
  ["status", "stage", "phase"],
  ["title", "subject", "headline"],
  ["url", "link", "href", "website", "web"],
  ["quantity", "qty", "count"],
  ["owner", "assignee", "responsible"],
  ["birthday", "birthdate", "dob"],
  ["active", "enabled"],
] as const;

const MEANING = new Map<string, string>(SYNONYMS.flatMap((row) => row.map((word) => [word, row[0]] as const)));

/** Endings of custom fields at some providers. */
const CUSTOM = /__c$/i;

/** The words of a field's path in lower case: `billingAddress.zip_code` is billing, address, zip, code. */
export const wordsOf = (path: string): string[] =>
  path
    .replace(CUSTOM, "")
    .replace(/\[[^\]]*\]|\(\)/g, ".")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/** The name of a field without its parents: `address.city` is `city`. */
export const lastName = (path: string): string => path.split(".").at(-1) ?? path;

/** The normalized name for comparisons: `First_Name` and `firstName` are `firstname`. */
export const nameKey = (path: string): string => wordsOf(path).join("");

/** The words of a field's name, with one word for all synonyms. */
export function meaningOf(path: string): Set<string> {
  const whole = MEANING.get(nameKey(lastName(path)));
  const words = wordsOf(path).map((word) => MEANING.get(word) ?? word);
  return new Set(whole === undefined ? words : [...words.slice(0, -wordsOf(lastName(path)).length), whole]);
}
