import type { HubRequest, HubResponse } from "../hub-request.ts";
import type { ElementPorts } from "../ports.ts";

/**
 * Moments in the life of an element instance at which its element's own resources run. The second group runs in place
 * of a request of OAuth.
 */
export type Moment =
  | "connect"
  | "proveAccess"
  | "switchEventsOn"
  | "switchEventsOff"
  | "refreshed"
  | "delete"
  | "authorizationUrl"
  | "requestToken"
  | "exchange"
  | "refresh"
  /** For elements that authenticate by parameters and hooks only. */
  | "refreshByElement"
  | "revoke";

/** The parts of a request that a replacement of the provider reads. */
type ReplacedRequest = {
  resource: { label: string; resource: { formulaId?: number | undefined } };
  pathVariables: Readonly<Record<string, string>>;
  call: HubRequest;
  ports: Pick<ElementPorts, "formula">;
};

/** The purpose of a resource (spec §2.9). Adding one is one file and a row in the registry. */
export type ResourceType = {
  type: string;
  /** Other names in imported elements. */
  names?: readonly string[];
  label: string;
  /** When it runs, for authors of elements. */
  summary: string;
  /** Applications can request it … */
  isCallable?: true;
  /** … and its element's documentation describes it. */
  isDocumented?: true;
  /** The type of resources that do the same and are not documented. */
  undocumentedAs?: string;
  /** It runs automatically, together with others of the moment in the order of the registry. */
  runsAt?: readonly Moment[];
  /** Its response may be that of a token endpoint. */
  readsGrant?: true;
  /** A request to it may change something, whatever its method is. */
  mayChange?: true;
  /** It runs the formula that the resource names. */
  runsFormula?: true;
  /** Handles a request instead of the provider. */
  respond?: (given: ReplacedRequest) => Promise<HubResponse>;
};

export const defineResourceType = <const Of extends ResourceType>(
  resourceType: Of & ResourceType,
): ResourceType & Pick<Of, "type"> => resourceType;
