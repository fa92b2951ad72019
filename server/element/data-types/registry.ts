import { registry } from "../../registry.ts";
import { boolean } from "./boolean.ts";
import { binary, byte } from "./bytes.ts";
import type { DataType } from "./data-type.ts";
import { date, dateTime } from "./date.ts";
import { double, float, number } from "./decimal-number.ts";
import { file } from "./file.ts";
import { object } from "./object.ts";
import { password, string } from "./text.ts";
import { int, integer, long } from "./whole-number.ts";

/** Every data type. To add one: write its file and name it here. If several match, the first is used. */
export const DATA_TYPES = registry(
  dateTime,
  date,
  long,
  float,
  byte,
  binary,
  password,
  integer,
  double,
  boolean,
  string,
  file,
  int,
  number,
  object,
);

const TYPES: readonly DataType[] = Object.values(DATA_TYPES);
const BY_NAME = new Map(
  TYPES.flatMap((one) => [one.type, ...(one.names ?? [])].map((name) => [name.toLowerCase(), one])),
);
const BY_XSD = new Map(TYPES.flatMap((one) => (one.xsd ?? []).map((name) => [name, one])));

/** The data type with this name, in any case; undefined for other names, such as those of models. */
export const dataTypeNamed = (name: string | undefined): DataType | undefined =>
  name === undefined ? undefined : BY_NAME.get(name.toLowerCase());

/** The data type of an OpenAPI schema; text by default. */
export const dataTypeOfSchema = (schema: { type?: unknown; format?: unknown }): DataType =>
  TYPES.find(({ fromOpenApi }) => fromOpenApi?.(schema)) ?? string;

/** The data type of an XML Schema name. */
export const dataTypeOfXsd = (name: string): DataType | undefined => BY_XSD.get(name);

/** The type of a value in a sample payload; undefined if it is ambiguous. */
export const dataTypeOfSample = (value: unknown): DataType | undefined =>
  TYPES.find(({ isSample }) => isSample?.(value));

/** The data type of a Swagger 2.0 model with exactly this type and format; undefined for references. */
export const dataTypeOfModel = ({ type, format }: { type?: unknown; format?: unknown }): DataType | undefined =>
  TYPES.find(({ swagger }) => swagger !== undefined && swagger.type === type && swagger.format === format);

/** The narrowest type that includes both; undefined if there is none. */
export function commonDataType(one: DataType, other: DataType): DataType | undefined {
  const others = widerThan(other);
  return widerThan(one).find((wider) => others.includes(wider));
}

/** A type and those it widens to, step by step. */
const widerThan = (one: DataType): DataType[] => {
  const wider = one.widensTo === undefined ? undefined : BY_NAME.get(one.widensTo.toLowerCase());
  return wider ? [one, ...widerThan(wider)] : [one];
};
