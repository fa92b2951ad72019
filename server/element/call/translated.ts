import { scriptOf } from "../hooks/context-params.ts";
import { literalOf } from "../parameters/compile-parameters.ts";
import { PLACES } from "../parameters/registry.ts";
import type { Element, Resource } from "../shape.ts";

/** The parts of a query that lists of a provider may support. */
export type Narrowing = "where" | "orderBy";

const READ_BY_HOOKS: Record<Narrowing, readonly string[]> = {
  where: ["request_expression", "request_parameters"],
  orderBy: ["request_parameters"],
};

/** The parts of a query that a parameter, a template or a hook of the resource may pass on to the provider. */
export function translatedBy(
  { parameters: common, hooks }: Pick<Element, "parameters" | "hooks">,
  resource: Resource,
): ReadonlySet<Narrowing> {
  const parameters = [...common, ...resource.parameters].filter(({ source }) => source === "request");
  const templates = [resource.vendorPath, ...parameters.filter(literalOf).map(({ name }) => name)];
  const words = new Set([...hooks, ...resource.hooks].flatMap((hook) => [...scriptOf(hook).words]));
  const isTranslated = (name: Narrowing) =>
    parameters.some((parameter) => parameter.name === name && PLACES[parameter.type].takesPaging) ||
    templates.some((text) => text.includes(`{${name}}`)) ||
    READ_BY_HOOKS[name].some((word) => words.has(word));
  return new Set((["where", "orderBy"] as const).filter(isTranslated));
}
