import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { PLACES } from "#server/element/parameters/registry.ts";
import { isCallable } from "#server/element/resource-types/registry.ts";
import { METHODS } from "#server/element/shape.ts";
import type { ElementDraft } from "./element-draft.ts";
import { type Operation, operationsOf } from "./operations.ts";
import { listAt, textOf, valueAt } from "./paths.ts";

/** A value that the caller of an operation sets. */
export type Input = {
  place: "path" | "query" | "header" | "form" | "multipart";
  name: string;
  isRequired: boolean;
  help: string;
  /** Set for a file that is uploaded. */
  isFile?: true;
};

/** An operation that applications can request, with its parameters' inputs. */
export type TestedOperation = Pick<Operation, "at" | "path"> & {
  method: Method;
  description: string;
  inputs: Input[];
  takesBody: boolean;
};

type Method = (typeof METHODS)[number];

const BODY_PLACES = new Set(["body", "bodyField"]);
const INPUT_PLACES = ["path", "query", "header", "form", "multipart"];
const isPlace = (type: string): type is Input["place"] => INPUT_PLACES.includes(type);

/** The operations of an element that applications can request. */
export function testedOperations(draft: ElementDraft): TestedOperation[] {
  return operationsOf(draft).flatMap((operation): TestedOperation[] => {
    const { at, path } = operation;
    const method = METHODS.find((one) => one === operation.method);
    if (!method || !isCallable(operation)) return [];
    const resource = valueAt(draft, ["resources", at]);
    const parameters = listAt(resource, ["parameters"]).filter(({ source }) => source !== "response");
    const given = parameters.flatMap(({ type, name, required, description, dataType }): Input[] => {
      const place = textOf(type);
      if (!isPlace(place) || textOf(name) === "") return [];
      const isFile = PLACES[place].bringsFiles && dataTypeNamed(textOf(dataType))?.isFile;
      const input = { place, name: textOf(name), isRequired: required === true, help: textOf(description) };
      return [{ ...input, ...(isFile && { isFile }) }];
    });
    const inPath = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = ""]): Input => {
      const known = given.find((input) => input.place === "path" && input.name === name);
      return { place: "path", name, help: known?.help ?? "", isRequired: true };
    });
    const others = given.filter(({ place }) => place !== "path");
    return [
      {
        at,
        method,
        path,
        description: textOf(valueAt(resource, ["description"])),
        inputs: [...inPath, ...others.filter(isFirst)],
        takesBody: parameters.some(({ type }) => BODY_PLACES.has(textOf(type))),
      },
    ];
  });
}

/** A value that several parameters use has one input. */
const isFirst = ({ place, name }: Input, at: number, inputs: readonly Input[]): boolean =>
  inputs.findIndex((input) => input.place === place && input.name === name) === at;
