import { file } from "../data-types/file.ts";
import { object } from "../data-types/object.ts";
import { body as bodyPlace } from "../parameters/body.ts";
import { form } from "../parameters/form.ts";
import { header } from "../parameters/header.ts";
import { multipart } from "../parameters/multipart.ts";
import { isObject, type Json, type Problem } from "./conversion.ts";
import type { Model, Models } from "./models.ts";
import { dataTypeOf, fixed, mapped } from "./openapi-parameters.ts";
import { formStyles, isSpread, styleHook, withFormat } from "./styles.ts";

const JSON_TYPE = /^(?:application|text)\/(?:[\w.+-]+\+)?json\b/i;
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

type Media = { contentType: string; schema: unknown; encoding?: unknown };

/** The contents of a body by their types, for a description of either version. */
export function bodyContent(operation: Json, requestBody: Json, parameters: readonly Json[], document: Json): Json {
  if (isObject(requestBody.content)) return requestBody;
  const body = parameters.find((parameter) => parameter.in === "body");
  const fields = parameters.filter((parameter) => parameter.in === "formData");
  const consumes = [operation.consumes, document.consumes].find(Array.isArray)?.map(String) ?? [];
  if (body) {
    const types = consumes.length > 0 ? consumes : ["application/json"];
    return {
      required: body.required,
      content: Object.fromEntries(types.map((type) => [type, { schema: body.schema }])),
    };
  }
  if (fields.length === 0) return {};
  const isMultipart = fields.some(({ type }) => type === "file") || consumes.includes(MULTIPART);
  const properties = Object.fromEntries(
    fields.map(({ name, in: _, required: __, ...schema }) => [
      String(name),
      schema.type === "file" ? { ...schema, type: "string", format: "binary" } : withFormat(schema),
    ]),
  );
  const required = fields.filter((field) => field.required === true).map(({ name }) => name);
  const schema = { type: "object", properties, required };
  return { required: required.length > 0, content: { [isMultipart ? MULTIPART : FORM]: { schema } } };
}

/** The preferred type: JSON, then forms, then the first. */
function chosen({ content }: Json): Media | undefined {
  const types = Object.entries(isObject(content) ? content : {});
  const isOf = (pattern: RegExp) => types.find(([type]) => pattern.test(type));
  const found =
    isOf(/^application\/json\b/i) ?? isOf(JSON_TYPE) ?? isOf(/x-www-form-urlencoded/i) ?? isOf(/^multipart\//i);
  const [type, media] = found ?? types[0] ?? [];
  if (type === undefined) return undefined;
  const { schema, encoding } = isObject(media) ? media : {};
  return { contentType: type.split(";", 1).join().trim(), schema, encoding };
}

export type Body = { parameters: Json[]; model: Model | undefined; hooks: Json[]; problems: Problem[] };

/** The parameters by which a body is sent, its model, and the hook that writes its form. */
export function bodyOf(body: Json, { name, models, place }: { name: string; models: Models; place: string }): Body {
  const media = chosen(body);
  if (!media) return { parameters: [], model: undefined, hooks: [], problems: [] };
  const { contentType, schema } = media;
  const required = body.required === true;
  const fields = models.fieldsOf(schema);
  const styles = formStyles(media.encoding, fields?.properties ?? []);
  const joined = contentType === MULTIPART ? joinedParts(styles, place) : [];
  const isFile = (value: unknown) => ["binary", "base64"].includes(String(models.open(value).format));
  if (
    contentType === MULTIPART &&
    fields &&
    [...fields.properties.values()].some((value) => isFiles(value, isFile, models))
  ) {
    const parameters = [...fields.properties].map(([field, value]) => {
      const data = isFiles(value, isFile, models)
        ? { dataType: file.type }
        : isWritten(value, models)
          ? { dataType: object.type, vendorDataType: object.type }
          : { dataType: dataTypeOf(models.open(value)) };
      return { ...mapped(field, multipart), required: fields.required.has(field), ...data };
    });
    return { parameters, model: undefined, hooks: [], problems: joined };
  }
  const isText =
    fields === undefined && !JSON_TYPE.test(contentType) && contentType !== FORM && contentType !== MULTIPART;
  const isXml = /xml/i.test(contentType);
  const model = schema === undefined || (isText && !isXml) ? undefined : models.model(name, schema);
  const vendorType = VENDOR_TYPES[contentType] ?? bodyPlace.type;
  const parameter = {
    ...{ ...mapped("body", bodyPlace), vendorType, required },
    ...(model && { dataType: model.name, model: model.name }),
  };
  const isUsual = contentType === "application/json" || vendorType !== bodyPlace.type || /[*]/.test(contentType);
  const problems = isXml ? [{ place: `${place}.requestBody`, message: XML }] : joined;
  return {
    hooks: contentType === FORM && styles.size > 0 ? [styleHook("form", styles)] : [],
    parameters: [...(isUsual ? [] : [fixed(contentType, header, "Content-Type")]), parameter],
    model,
    problems,
  };
}

const joinedParts = (styles: ReturnType<typeof formStyles>, place: string): Problem[] =>
  [...styles].flatMap(([name, { separator }]) =>
    isSpread(separator) ? [] : [{ place: `${place}.requestBody.${name}`, message: PARTS }],
  );

const PARTS = "A form with parts has lists as several parts and objects as JSON. They are sent so, not joined.";

const isFiles = (value: unknown, isFile: (value: unknown) => boolean, models: Models): boolean =>
  isFile(value) || isFile(models.open(value).items);

/** Objects and lists come as JSON, beside a file as well. */
const isWritten = (value: unknown, models: Models): boolean =>
  ["object", "array"].includes(String(models.open(value).type)) || models.fieldsOf(value) !== undefined;

const VENDOR_TYPES: Record<string, string> = { [FORM]: form.type, [MULTIPART]: multipart.type };
const XML = "The body is XML: callers send an object with one field, its outermost element.";

export type Reply = { schema: unknown; headers: Json; contentType: string | undefined; parameters: Json[] };

/** The response of a success, and the header that requests its type. */
export function replyOf(
  operation: Json,
  { resolve, document, place }: { resolve: (value: unknown, place: string) => Json; document: Json; place: string },
): Reply {
  const responses = isObject(operation.responses) ? operation.responses : {};
  const codes = Object.keys(responses).filter((status) => /^2(?:\d\d|XX)$/i.test(status));
  const replies = [...codes, "default"].map((code) => resolve(responses[code], `${place}.responses.${code}`));
  const reply = replies.find(({ content, schema }) => isObject(content) || schema !== undefined) ?? replies[0] ?? {};
  const headers = isObject(reply.headers) ? reply.headers : {};
  const produces = [operation.produces, document.produces].find(Array.isArray)?.map(String) ?? [];
  const types = produces.length > 0 ? produces : ["application/json"];
  const content = isObject(reply.content)
    ? reply.content
    : reply.schema === undefined
      ? {}
      : Object.fromEntries(types.map((type) => [type, { schema: reply.schema }]));
  const media = chosen({ content });
  if (!media) return { schema: undefined, headers, contentType: undefined, parameters: [] };
  const { contentType, schema } = media;
  const isJson = JSON_TYPE.test(contentType);
  const isUsual = contentType === "application/json" || contentType.includes("*");
  return {
    schema: isJson || contentType.includes("*") ? schema : undefined,
    headers,
    contentType: isJson || contentType.includes("*") ? undefined : contentType,
    parameters: isUsual ? [] : [fixed(contentType, header, "Accept")],
  };
}
