import { references, resolveTemplate } from "./expression.ts";
import { instanceIdIn, isOfVariables } from "./instance-references.ts";
import { namesByField } from "./property.ts";
import type { Formula } from "./shape.ts";
import { STEP_TYPES } from "./steps/registry.ts";
import { TRIGGER_TYPES } from "./triggers/registry.ts";

/** A trigger or step that uses an element instance, with its request, if it names one. */
export type ElementUse = {
  elementInstanceId: number;
  /** `Step "list"`, for the beginning of a sentence. */
  where: string;
  method?: string;
  /** Without the hub; parts from the run's data are one segment `{}`. */
  path?: string;
  /** It is triggered by events of the instance. */
  isByEvents: boolean;
};

type Owner = { where: string; isByEvents: boolean; properties: Record<string, unknown>; groups: Group[] };

/** The properties of one request: its instance, method and path. */
type Group = { instance: string; method: string | undefined; api: string | undefined };

/** The parts of a formula that use element instances, after the variables of a formula instance are filled in. */
export function elementUses(
  { triggers, steps }: Pick<Formula, "triggers" | "steps">,
  config: Record<string, unknown>,
): ElementUse[] {
  const owners: Owner[] = [
    ...triggers.map(({ type, properties }) => ({
      where: "The trigger",
      isByEvents: TRIGGER_TYPES[type].source === "events",
      properties,
      groups: groupsOf(TRIGGER_TYPES[type].properties),
    })),
    ...steps.map(({ type, name, properties }) => ({
      where: `Step "${name}"`,
      isByEvents: false,
      properties,
      groups: groupsOf(STEP_TYPES[type].properties),
    })),
  ];
  return owners.flatMap(({ groups, properties, ...owner }) =>
    groups.flatMap(({ instance, method, api }) => {
      const elementInstanceId = instanceIdIn(filled(properties[instance], config));
      if (elementInstanceId === null) return [];
      const [verb, path] = [method && properties[method], api && properties[api]];
      return [
        {
          ...owner,
          elementInstanceId,
          ...(typeof verb === "string" && verb !== "" && { method: verb.toUpperCase() }),
          ...(typeof path === "string" && path !== "" && { path: pathOf(path, config) }),
        },
      ];
    }),
  );
}

/** A method and a path belong to the instance that precedes them. */
function groupsOf(properties: Parameters<typeof namesByField>[0]): Group[] {
  const instances = new Set(namesByField(properties, "instance"));
  const groups: Group[] = [];
  for (const name of Object.keys(properties.shape)) {
    if (instances.has(name)) groups.push({ instance: name, method: undefined, api: undefined });
    const group = groups.at(-1);
    if (group && /(?:^m|M)ethod$/.test(name)) group.method = name;
    if (group && /(?:^a|A)pi$/.test(name)) group.api = name;
  }
  return groups;
}

function filled(value: unknown, config: Record<string, unknown>): unknown {
  if (typeof value !== "string" || !isOfVariables(value, config)) return typeof value === "string" ? null : value;
  return resolveTemplate(value, { config }, { shorthand: true });
}

/** `/hubs/crm/contacts/${steps.x.id}?a=b` as `/contacts/{}`. */
function pathOf(api: string, config: Record<string, unknown>): string {
  const written = isOfVariables(api, config)
    ? String(resolveTemplate(api, { config }, { shorthand: true }))
    : withHoles(api);
  const [path = ""] = written.split(/[?#]/, 1);
  return `/${path.trim().replace(/^[/\\]+/, "")}`.replace(/^\/hubs\/[^/]+(?=\/)/, "");
}

function withHoles(text: string): string {
  let [written, from] = ["", 0];
  for (const { start, end } of references(text)) {
    written += `${text.slice(from, start)}{}`;
    from = end;
  }
  return written + text.slice(from);
}
