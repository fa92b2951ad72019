import { conflict, type Refusal, refuse } from "#server/formula/refusal.ts";
import { LONGEST_INDEXED } from "#server/shapes.ts";
import { PLACES } from "../parameters/registry.ts";
import { addressOf, withoutHub } from "../resource-path.ts";
import { isCallable } from "../resource-types/registry.ts";
import type { Hook, Parameter, Resource } from "../shape.ts";
import type { PreparedElement } from "./prepared.ts";

/**
 * Every reason not to save an element that has the right shape (I03, I04, I07). Problems that only affect a request are
 * reported at the request: real exports must import.
 */
export const elementRefusals = (element: PreparedElement): Refusal[] => RULES.flatMap((rule) => rule(element));

const RULES: ((element: PreparedElement) => Refusal[])[] = [
  keyRefusals,
  sizeRefusals,
  configurationRefusals,
  duplicateRefusals,
  pathRefusals,
  parameterRefusals,
  hookRefusals,
];

/** Path segments of the API at the position of a key. */
const RESERVED_KEYS = new Set([
  "keys",
  "metadata",
  "convert",
  "oauthproxies",
  "import-previews",
  "imports",
  "drafts",
  "problems",
  "checklist",
  "test-accounts",
  "test-authentications",
  "test-authorizations",
  "webhook-captures",
]);

function keyRefusals({ key }: PreparedElement): Refusal[] {
  if (key === "") return [refuse(["key"], "key: the name has no letter or digit to make a key of; give one.")];
  if (/^\d+$/.test(key)) return [refuse(["key"], `key: "${key}" would be taken for an id; add a letter.`)];
  if (key.length > LONGEST_INDEXED)
    return [
      refuse(["key"], `key: the name is too long to make a key of; give one of at most ${LONGEST_INDEXED} characters.`),
    ];
  if (RESERVED_KEYS.has(key.toLowerCase())) return [refuse(["key"], `key: "${key}" cannot be a key; choose another.`)];
  return [];
}

const MOST = { configuration: 1000, parameters: 1000, hooks: 100, resources: 5000, objects: 5000 } as const;
const MOST_HOOK_BYTES = 6 * 1024 * 1024;

function sizeRefusals(element: PreparedElement): Refusal[] {
  return Object.entries(MOST).flatMap(([list, most]) =>
    element[list as keyof typeof MOST].length > most ? [refuse([list], `An element has at most ${most} ${list}.`)] : [],
  );
}

function configurationRefusals({ configuration }: PreparedElement): Refusal[] {
  return repeated(configuration.map(({ key }) => key)).map((at) =>
    conflict(
      ["configuration", at, "key"],
      `Two configuration entries have the key "${configuration[at]?.key}"; keys are unique.`,
    ),
  );
}

function duplicateRefusals({ resources }: PreparedElement): Refusal[] {
  const addresses = resources.map((resource, at) => (isCallable(resource) ? addressOf(resource) : `${at}`));
  return repeated(addresses).map((at) =>
    conflict(
      ["resources", at, "path"],
      `Two resources are called by ${resources[at]?.method} ${resources[at]?.path}; method and path are unique.`,
    ),
  );
}

/** Paths of the platform that no resource can have (I07). */
export const RESERVED_PATHS = new Set([
  "formulas",
  "instances",
  "elements",
  "hubs",
  "authentication",
  "openapi.json",
  "_next",
]);

function pathRefusals({ resources, protocolType }: PreparedElement): Refusal[] {
  return resources.flatMap((resource, at) => {
    const { path, vendorPath } = resource;
    const bare = withoutHub(path);
    const [, first = ""] = bare.split("/");
    const at_ = ["resources", at, "path"];
    if (!isPath(bare) || path.length > 1000)
      return [refuse(at_, `path: ${JSON.stringify(path.slice(0, 100))} is not a path such as /contacts/{id}.`)];
    if (isCallable(resource) && RESERVED_PATHS.has(first.toLowerCase()))
      return [conflict(at_, `path: /${first} belongs to the platform; choose another path.`)];
    if (protocolType !== "jdbc" && (climbs(vendorPath) || /[\0-\x1f\x7f]/.test(vendorPath)))
      return [
        refuse(
          ["resources", at, "vendorPath"],
          `vendorPath: ${JSON.stringify(vendorPath.slice(0, 100))} must not contain .. or control characters.`,
        ),
      ];
    return [];
  });
}

/** Segments of anything but what ends a path, changes its level, or is not seen. */
const isPath = (path: string): boolean => /^(\/[^/?#\s\0-\x1f\x7f\\]+)+\/?$/.test(path) && !climbs(path);

const climbs = (path: string): boolean =>
  path
    .split(/[?#]/, 1)[0]
    ?.split(/[/\\]/)
    .some((segment) => /^(\.|%2e){1,2}$/i.test(segment)) ?? false;

function parameterRefusals({ parameters, resources }: PreparedElement): Refusal[] {
  return [
    ...refusalsOfParameters(["parameters"], parameters),
    ...resources.flatMap((resource, at) => refusalsOfParameters(["resources", at, "parameters"], resource.parameters)),
  ];
}

function refusalsOfParameters(path: Refusal["path"], parameters: readonly Parameter[]): Refusal[] {
  return parameters.flatMap(({ name, vendorName, type, vendorType }, at) => {
    // The name of a literal is the value: a template of a body may have lines.
    const named = [
      ...(PLACES[type].isLiteral && !PLACES[vendorType].isOneLine ? [] : [["name", name] as const]),
      ["vendorName", vendorName] as const,
    ];
    const broken = named.find(([, text]) => /[\0-\x1f\x7f]/.test(text));
    if (broken)
      return [refuse([...path, at, broken[0]], `${broken[0]}: must not contain line breaks or control characters.`)];
    const refused = PLACES[vendorType].refuses?.(vendorName);
    return refused === undefined ? [] : [refuse([...path, at, "vendorName"], `vendorName: ${refused}`)];
  });
}

function hookRefusals({ hooks, resources }: PreparedElement): Refusal[] {
  return [
    ...refusalsOfHooks(["hooks"], hooks),
    ...resources.flatMap((resource, at) => refusalsOfHooks(["resources", at, "hooks"], resource.hooks)),
  ];
}

const refusalsOfHooks = (path: Refusal["path"], hooks: readonly Hook[]): Refusal[] =>
  hooks.flatMap(({ body }, at) =>
    body.length > MOST_HOOK_BYTES ? [refuse([...path, at, "body"], "body: a hook has at most 6 MB.")] : [],
  );

type WithHooks = Pick<PreparedElement, "hooks" | "resources">;

/**
 * Every reason why a definition cannot take the place of the one before: a hook that calls `done` stays so (spec §2.9),
 * unless it is restored from an earlier revision in which it was legacy.
 */
export function replacementRefusals(before: WithHooks, after: WithHooks, restored?: WithHooks | null): Refusal[] {
  const modern = idsOfHooks(before, { isLegacy: false });
  const legacy = restored ? idsOfHooks(restored, { isLegacy: true }) : new Set();
  return hooksOf(after)
    .filter(([, { id, isLegacy }]) => isLegacy && modern.has(id) && !legacy.has(id))
    .map(([path]) => refuse([...path, "isLegacy"], "isLegacy: a hook that is not legacy cannot become so."));
}

const idsOfHooks = (element: WithHooks, { isLegacy }: { isLegacy: boolean }) =>
  new Set(hooksOf(element).flatMap(([, hook]) => (hook.isLegacy === isLegacy ? [hook.id] : [])));

const hooksOf = ({ hooks, resources }: WithHooks) => [
  ...hooks.map((hook, at) => [["hooks", at], hook] as const),
  ...resources.flatMap((resource, at) =>
    resource.hooks.map((hook, position) => [["resources", at, "hooks", position], hook] as const),
  ),
];

/** The address of the resource that `GET:/contacts` names. */
export function addressNamed(nextResource: string): string {
  const [method = "", path = ""] = nextResource.split(/:(.*)/s);
  return addressOf({ method: method.toUpperCase() as Resource["method"], path });
}

/** The positions of repeated names. */
function repeated(names: readonly string[]): number[] {
  const first = new Map<string, number>();
  for (const [at, name] of names.entries()) if (!first.has(name)) first.set(name, at);
  return names.flatMap((name, at) => (first.get(name) === at ? [] : [at]));
}
