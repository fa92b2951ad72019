import { typesAt } from "./resource-types/registry.ts";
import type { Moment } from "./resource-types/resource-type.ts";

const CONNECTING = ["exchange", "connect", "proveAccess"] as const satisfies readonly Moment[];
const CONNECTING_TYPES = new Set<string>(CONNECTING.flatMap(typesAt));

type Connected = {
  resources: readonly { type?: string | undefined }[];
  configuration: Readonly<Record<string, unknown>>;
};

/** Whether connecting sent a request that the provider accepted: for a token, to check the credentials, or another. */
export const hasProvenAccess = ({ resources, configuration }: Connected): boolean =>
  Boolean(configuration["oauth.user.token"]) || resources.some(({ type }) => CONNECTING_TYPES.has(type ?? ""));
