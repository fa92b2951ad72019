import { registry, typesOf } from "../../registry.ts";
import { RESOURCE_TYPES, type ResourceTypeName } from "./registry.ts";
import type { Moment } from "./resource-type.ts";

/** A stage in the lifecycle of a connection, with the moments at which resources of the element run. */
type Stage = {
  type: string;
  label: string;
  /** A description, for authors of elements. */
  summary: string;
  moments: readonly Moment[];
  /** Applications request resources at this stage. */
  isOpen?: true;
};

const defineStage = <const Of extends Stage>(stage: Of & Stage): Stage & Pick<Of, "type"> => stage;

/** The lifecycle of a connection, in order. */
const TYPES = registry(
  defineStage({
    type: "authorize",
    label: "Authorize",
    summary: "A person grants access to their account at the provider.",
    moments: ["authorizationUrl", "requestToken", "exchange"],
  }),
  defineStage({
    type: "provision",
    label: "Provision",
    summary: "The connection is created, and values are read into its configuration.",
    moments: ["connect"],
  }),
  defineStage({
    type: "validate",
    label: "Validate",
    summary: "A request shows whether the credentials are accepted.",
    moments: ["proveAccess"],
  }),
  defineStage({
    type: "webhooks",
    label: "Webhooks",
    summary: "Events are switched on: the webhook is registered at the provider.",
    moments: ["switchEventsOn"],
  }),
  defineStage({
    type: "requests",
    label: "Requests",
    summary: "Applications and formulas send requests.",
    moments: [],
    isOpen: true,
  }),
  defineStage({
    type: "refresh",
    label: "Refresh",
    summary: "The access token expires and is refreshed.",
    moments: ["refresh", "refreshByElement", "refreshed"],
  }),
  defineStage({
    type: "delete",
    label: "Delete",
    summary: "The connection is deleted: the webhook is removed and access is revoked.",
    moments: ["switchEventsOff", "delete", "revoke"],
  }),
);

export type StageName = keyof typeof TYPES;
export const STAGES: Readonly<Record<StageName, Stage>> = TYPES;
const STAGE_NAMES: readonly StageName[] = typesOf(TYPES);

/** The stages at which resources of a type run, in order. */
export function stagesOf(type: ResourceTypeName): StageName[] {
  const { runsAt = [], isCallable = false } = RESOURCE_TYPES[type];
  return STAGE_NAMES.filter((stage) => {
    const { moments, isOpen = false } = STAGES[stage];
    return (isOpen && isCallable) || moments.some((moment) => runsAt.includes(moment));
  });
}
