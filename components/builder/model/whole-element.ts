import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import type { Element } from "#server/element/shape.ts";

/** The element with the configuration entries that every element of its kind gets when it is published. */
export function wholeElement(element: Element): Element {
  const given = new Set(element.configuration.map(({ key }) => key));
  const automatic = automaticConfiguration(element).filter(({ key }) => !given.has(key));
  return { ...element, configuration: [...element.configuration, ...automatic] };
}
