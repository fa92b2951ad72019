import { dataTypeNamed } from "../data-types/registry.ts";

/** A type as Swagger 2.0 calls it. */
export type SwaggerType = { type: string; format?: string | undefined };

/** The Swagger type of a data type or a model. */
const swaggerOf = (name: string): SwaggerType => dataTypeNamed(name)?.swagger ?? { type: name };

/** Whether what sends values of one type of data may send them to another: undefined takes every value. */
export const isAccepted = (sent: string | undefined, by: string | undefined): boolean =>
  by === undefined ||
  sent === by ||
  (sent !== undefined && accepts(swaggerOf(by), swaggerOf(sent))) ||
  isText(swaggerOf(by));

/** Whether what reads values of one type of data can read those of another. */
export const isReadable = (read: string, as: string): boolean =>
  read === as || isReadableSwagger(swaggerOf(read), swaggerOf(as));

/** Text without a format can contain every primitive value. */
const isText = ({ type, format }: SwaggerType): boolean => type === "string" && format === undefined;

/** The same check for Swagger types. */
export const isAcceptedSwagger = (sent: SwaggerType, by: SwaggerType): boolean => isText(by) || accepts(by, sent);

export const isReadableSwagger = (read: SwaggerType, as: SwaggerType): boolean => accepts(as, read);

const accepts = (wider: SwaggerType, { type, format }: SwaggerType): boolean =>
  (type === wider.type && (wider.format === undefined || wider.format === format)) ||
  (type === "integer" && wider.type === "number" && wider.format === undefined);
