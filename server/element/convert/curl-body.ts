import { type DescribedRequest, formSample, jsonIn } from "./described-requests.ts";
import { multipartFields } from "./form-text.ts";
import { formNames, isFieldName } from "./request-target.ts";

/** The value of an option for data: its text, the name of encoded data, or neither if it is in a file. */
export type Data = { text?: string; name?: string; isFile?: boolean };
export type Part = { name: string; isFile: boolean };

/** The data of an option. `@-` is the input, of which only a here-document is known. */
export function dataOf(option: string, value: string, input: string | undefined): Data {
  if (option === "data-urlencode") {
    const [, name = "", sign] = /^([^=@]*)([=@]?)/.exec(value) ?? [];
    return sign !== "" && isFieldName(name) ? { name } : {};
  }
  if (option === "data-raw" || !value.startsWith("@")) return { text: value };
  return value === "@-" && input !== undefined ? { text: input } : { isFile: true };
}

/** The names of fields in data. */
export const namesOf = ({ text, name }: Data): string[] =>
  name === undefined ? formNames(isStructured(text ?? "") ? "" : (text ?? "").trim()) : [name];

const isStructured = (text: string): boolean => /^\s*[[{<]/.test(text);

/** The part of a form that an option adds. */
export function partsOf(value: string, isText: boolean): Part[] {
  const [, name = "", text = ""] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  return isFieldName(name) ? [{ name, isFile: !isText && /^[@<]/.test(text) }] : [];
}

/** The body that data is sent as. Text that is neither JSON nor a form has no model. */
export function bodyOf(
  data: readonly Data[],
  { type, isJson }: { type: string | undefined; isJson: boolean },
): DescribedRequest["body"] {
  if (data.length === 0) return undefined;
  const text = data.flatMap((one) => one.text ?? []).join("&");
  const sample = jsonIn(text) ?? jsonIn(withoutVariables(text));
  if (sample !== undefined) return { contentType: type ?? "application/json", sample };
  if (/^multipart\//i.test(type ?? "")) {
    const fields = multipartFields(text);
    return { contentType: type ?? "", sample: fields.length > 0 ? formSample(fields) : undefined };
  }
  if (isJson || (type !== undefined && !/x-www-form-urlencoded/i.test(type)))
    return { contentType: type ?? "application/json", sample: undefined };
  if (/^\s*</.test(text)) return { contentType: "application/xml", sample: undefined };
  if (isStructured(text)) return { contentType: "application/json", sample: undefined };
  const names = data.flatMap(namesOf).map((name) => ({ name }));
  return { contentType: "application/x-www-form-urlencoded", sample: formSample(names) };
}

/** Variables without quotes are values of any type. */
const withoutVariables = (text: string): string =>
  text.replaceAll(/([:[,])\{\{\w+\}\}|([:[,] )\{\{\w+\}\}/g, "$1$2null");
