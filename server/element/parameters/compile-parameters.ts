import { Failure } from "../../errors.ts";
import { converterOf } from "../converters/registry.ts";
import { converterBetween } from "../data-types/converter-between.ts";
import { dataTypeNamed } from "../data-types/registry.ts";
import type { HubResponseDraft } from "../hub-response-draft.ts";
import type { Incoming } from "../incoming.ts";
import { type FilePart, isFilePart, type ProviderResponse } from "../ports.ts";
import { type ProviderRequestDraft, setHeader } from "../provider/provider-request-draft.ts";
import { parseWhere } from "../query/where.ts";
import { RESOURCE_TYPES } from "../resource-types/registry.ts";
import type { Parameter, Resource } from "../shape.ts";
import { textOfFile } from "./file-text.ts";
import { PLACES } from "./registry.ts";

type Reply = Pick<ProviderResponse, "headers" | "body">;
type Save = (key: string, value: string) => void;

/** The parameters of one resource, those of the element included, ready to be applied (spec §2.9). */
export type PlannedParameters = {
  /** Writes the values of the caller, the configuration and the chain into the request to the provider. */
  writeRequest: ((incoming: Incoming, call: ProviderRequestDraft) => void)[];
  /** The files among them whose target cannot contain a file: their text is read first. */
  files: ((incoming: Incoming) => FilePart | undefined)[];
  /** Whether one of them can contain a file. */
  takesFiles: boolean;
  /** Copies the provider's response into our response and the configuration, given before and after the root key. */
  readResponse: ((reply: Reply, response: HubResponseDraft, save: Save) => void)[];
  /** Names of `{placeholders}` that our caller fills: these never choose a host. */
  fromCaller: ReadonlySet<string>;
  /** Names of our query parameters that a parameter reads. */
  queryNames: ReadonlySet<string>;
};

export function compileParameters(parameters: readonly Parameter[], type: Resource["type"]): PlannedParameters {
  const ofRequest = parameters.filter((parameter) => !isOfResponse(parameter, parameters, type));
  return {
    writeRequest: ofRequest.toSorted((a, b) => rankOf(a) - rankOf(b)).map(compileForRequest),
    files: ofRequest.filter(takesText).flatMap(({ name, type }) => {
      const read = PLACES[type].bringsFiles ? PLACES[type].read?.(name) : undefined;
      return read ? [(incoming: Incoming) => asFile(read(incoming))] : [];
    }),
    takesFiles: ofRequest.some(({ type }) => PLACES[type].bringsFiles),
    readResponse: parameters.filter((parameter) => isOfResponse(parameter, parameters, type)).map(compileForResponse),
    fromCaller: new Set(
      ofRequest
        .filter(({ type, vendorType }) => PLACES[vendorType].fillsAddress && !PLACES[type].keys)
        .map(vendorNameOf),
    ),
    queryNames: new Set(ofRequest.filter(({ type }) => PLACES[type].takesPaging).map(({ name }) => name)),
  };
}

const asFile = (value: unknown) => (isFilePart(value) ? value : undefined);
function takesText({ dataType, vendorType, vendorDataType }: Parameter): boolean {
  if (!PLACES[vendorType].keepsFiles) return true;
  const target = dataTypeNamed(vendorDataType);
  return target?.convert !== undefined && (!target.isEncoded || dataTypeNamed(dataType)?.isFile === true);
}

/**
 * Whether a parameter is of the reply. Exports name the fields of a token reply as `configuration → bodyField` of the
 * request: beside a form, which has no such fields, they can only mean the reply.
 */
export function isOfResponse(
  { source, type, vendorType }: Parameter,
  all: readonly Parameter[],
  resourceType: Resource["type"],
): boolean {
  if (source === "response") return true;
  return (
    RESOURCE_TYPES[resourceType].readsGrant === true &&
    PLACES[type].isStored === true &&
    PLACES[vendorType].body === "field" &&
    all.some((other) => other.source === "request" && PLACES[other.vendorType].body === "formField")
  );
}

const rankOf = (parameter: Parameter) => literalOf(parameter)?.rank ?? PLACES[parameter.vendorType].rank ?? 4;

/** How the parameter is written if it is a literal that its place treats differently from a value. */
export const literalOf = ({ type, vendorType }: Pick<Parameter, "type" | "vendorType">) =>
  PLACES[type].isLiteral ? PLACES[vendorType].literal : undefined;

const vendorNameOf = ({ name, vendorName }: Parameter) => vendorName || name;

function compileForRequest(parameter: Parameter): (incoming: Incoming, call: ProviderRequestDraft) => void {
  const { name, type, vendorType, required, dataType, vendorDataType } = parameter;
  const { read: readerOf, label, isLiteral } = PLACES[type];
  const read = readerOf?.(name);
  const write = writerOf(parameter);
  if (!read || !write) return refusing(`${name}: a parameter cannot go from ${type} to ${vendorType}.`);
  const convert = converterOf(parameter) ? undefined : converterBetween(name, dataType, vendorDataType);
  const isEncoded = dataTypeNamed(vendorDataType)?.isEncoded === true;
  const asData = (text: string) => (convert && !isEncoded ? convert(text) : text);
  const keepsEmpty = isOfBody(type) && PLACES[vendorType].body === "field" && !required;
  return (incoming, call) => {
    const value = read(incoming);
    if (value === undefined || (!keepsEmpty && (value === null || (value === "" && !isLiteral)))) {
      if (required) throw new Failure("badRequest", `${name}: the ${label} is required.`);
      return;
    }
    const content = isFilePart(value) ? incoming.contents.get(value) : undefined;
    if (content) {
      const data = asData(textOfFile(name, content, vendorDataType));
      write(call, data, incoming);
      const isText = typeof data === "string" && !isEncoded && PLACES[vendorType].body === "whole";
      if (isText && isFilePart(value)) setHeader(call.headers, "Content-Type", value.contentType);
    } else write(call, convert ? convert(value) : value, incoming);
  };
}

/** Null and "" clear a field of a body; elsewhere they mean that there is no value. */
const isOfBody = (type: Parameter["type"]) =>
  PLACES[type].body === "whole" || PLACES[type].body === "field" || PLACES[type].ofPrevious !== undefined;

type Write = (call: ProviderRequestDraft, value: unknown, incoming: Incoming) => void;

function writerOf(parameter: Parameter): Write | undefined {
  const { name, vendorType } = parameter;
  const vendorName = vendorNameOf(parameter);
  const converter = converterOf(parameter);
  if (converter)
    return (call, value, { where }) => {
      const text = String(value);
      converter.write(call, where && text === where.text ? where.parsed : parseWhere(text, name), parameter.vendorName);
    };
  const literal = literalOf(parameter);
  if (literal) return (call, value) => literal.write(call, String(value));
  const { write, problem, isForHooks } = PLACES[vendorType];
  const reason = problem?.(vendorName);
  if (reason !== undefined) return refusing(`${vendorName}: ${reason}`);
  const hasFields = dataTypeNamed(parameter.vendorDataType)?.hasFields === true;
  return write?.(isForHooks ? name : vendorName, { hasFields });
}

/** Exports are imported unchanged; an invalid parameter is reported when it is used. */
const refusing = (message: string) => () => {
  throw new Failure("badRequest", message);
};

/**
 * `source: response` swaps the sides. A field of a list's rows that the provider's response itself does not have is
 * mapped row by row.
 */
function compileForResponse(parameter: Parameter): (reply: Reply, response: HubResponseDraft, save: Save) => void {
  const { name, type, vendorType, dataType, vendorDataType } = parameter;
  const [place, providerPlace] = [PLACES[type], PLACES[vendorType]];
  const read = providerPlace.readReply?.(vendorNameOf(parameter));
  const write = place.writeReply?.(name || vendorNameOf(parameter));
  if (!read || !write) return refusing(`${name}: a parameter of the reply cannot go from ${vendorType} to ${type}.`);
  const convert = converterBetween(name, vendorDataType, dataType) ?? ((value: unknown) => value);
  const isOfRows = place.body === "field" && providerPlace.body === "field";
  return (reply, response, save) => {
    const value = read(reply);
    if (isOfRows && (value === undefined || Array.isArray(reply.body))) {
      const changeRow = (body: unknown): unknown => {
        const found = read({ headers: reply.headers, body });
        const row = { ...response, body };
        if (found !== undefined) write(row, convert(found), save);
        return row.body;
      };
      response.body = Array.isArray(response.body) ? response.body.map(changeRow) : changeRow(response.body);
      return;
    }
    if (value !== undefined && (value !== null || isOfRows)) write(response, convert(value), save);
  };
}
