/**
 * One type of data of parameters and of fields in models (spec §2.9). Adding one is one file and a row in the registry.
 */
export type DataType = {
  /** Any case is accepted. */
  type: string;
  /** Other names, in lower case. */
  names?: readonly string[];
  /** Its name in sentences, as in "is sent as text". */
  label: string;
  /** A description of its values, for authors of elements. */
  summary: string;
  /** A sample value as text; undefined if any text is valid. */
  sample?: string;
  /** Its Swagger 2.0 type; undefined if it has none. */
  swagger?: { type: string; format?: string };
  /** A value of this type made of one of another; undefined: it is none. Without it values stay as they are. */
  convert?: (value: unknown, from: DataType | undefined) => unknown;
  /** Values are points in time. */
  isDate?: true;
  /** Values are bytes, in base64. */
  isEncoded?: true;
  /** Values are files. */
  isFile?: true;
  /** Values have fields, so it cannot be the type of a simple parameter. */
  hasFields?: true;
  /** Whether an imported schema of OpenAPI means it. */
  fromOpenApi?: (schema: { type?: unknown; format?: unknown }) => boolean;
  /** The names of XML Schema for it. */
  xsd?: readonly string[];
  /** The type whose values include those of this one; of samples that differ, the common type is what both widen to. */
  widensTo?: string;
  /** Whether a value in a sample payload has this type. */
  isSample?: (value: unknown) => boolean;
};

export const defineDataType = <const Of extends DataType>(dataType: Of & DataType): DataType & Pick<Of, "type"> =>
  dataType;
