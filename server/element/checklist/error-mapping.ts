import { scriptOf } from "../hooks/context-params.ts";
import type { Element } from "../shape.ts";
import { calledResources } from "./called-resources.ts";
import type { ChecklistRule } from "./checklist-rule.ts";

const LEAST = 2;
const MAPPING = ["response_error", "response_status_code"];

/**
 * Providers with one address for everything, as SOAP and GraphQL have, send their errors with the status 200. An address
 * with several methods is that of an ordinary object.
 */
export const errorMapping: ChecklistRule = {
  rule: "errorMapping",
  title: "Errors that come with the status 200 become errors",
  find: (element) => {
    const called = calledResources(element);
    const addresses = new Set(
      called.map(({ resource }) => `${resource.vendorMethod ?? resource.method} ${resource.vendorPath}`),
    );
    const isOneAddress = called.length >= LEAST && addresses.size === 1;
    if (!isOneAddress || called.every(({ resource }) => mapsErrors([...element.hooks, ...resource.hooks]))) return [];
    return [
      {
        path: ["hooks"],
        message:
          "All resources call one address of the provider, and no hook after the request looks for errors. Set response_error or response_status_code where the response contains one.",
      },
    ];
  },
};

const mapsErrors = (hooks: Element["hooks"]): boolean =>
  hooks.some((hook) => MAPPING.some((name) => scriptOf(hook).words.has(name)));
