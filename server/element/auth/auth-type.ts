import type { ParameterType, VendorType } from "../parameters/registry.ts";
import type { Configuration, ProviderRequest } from "../ports.ts";
import type { Entry } from "./entry.ts";

/** The response of a provider's token endpoint, as keys of the configuration (`oauth.user.token`, …). */
export type Grant = Configuration;

/** The data by which a person or application connects: `code`, or `oauth_token` and `oauth_verifier` (spec §2.7). */
export type ProviderData = Readonly<Record<string, unknown>>;

/**
 * One way to authenticate to a provider: schema, runtime and words in one object. Adding one is one file and a row in
 * the registry.
 */
export type AuthType<Type extends string = string> = {
  type: Type;
  label: string;
  summary: string;
  /** Configuration entries that an element of this type gets automatically, in order of display. */
  configuration: readonly Entry[];
  /** The keys of addresses that no account can be connected without, as the element is configured. */
  required?: (configuration: Configuration) => readonly string[];
  /** The keys that no request reads, as the element is configured. */
  unused?: (configuration: Configuration) => readonly string[];
  /** Adds credentials to each request before hooks run; a parameter or hook that sets `Authorization` wins. */
  authorize?: (configuration: Configuration) => { headers?: Record<string, string>; query?: Record<string, string> };
  /** The credentials of HTTP Basic that requests to the provider or its token endpoint carry, in Base64. */
  basicCredentials?: (configuration: Configuration) => string | undefined;
  /** Signs the final request, after all hooks. Larger signers are imported here, so that browsers do not load them. */
  sign?: (
    request: ProviderRequest,
    configuration: Configuration,
    at: { now: Date; nonce: string },
  ) => ProviderRequest | Promise<ProviderRequest>;
  /** The page where a person grants access. Fills `{name}` placeholders of the address from `values`. */
  authorizationUrl?: (
    configuration: Configuration,
    values: {
      state?: string;
      callbackUrl?: string;
      scope?: string;
      requestToken?: string;
      codeVerifier?: string;
    } & Record<string, unknown>,
  ) => string | Promise<string>;
  /** The requests for a grant; `readGrant` parses the responses. Undefined: this type has none. */
  requestToken?: (
    configuration: Configuration,
    at: { now: Date; nonce: string },
  ) => ProviderRequest | Promise<ProviderRequest>;
  exchange?: (
    configuration: Configuration,
    providerData: ProviderData,
    at: { now: Date; nonce: string },
  ) => ProviderRequest | Promise<ProviderRequest> | null;
  refresh?: (configuration: Configuration) => ProviderRequest | null;
  revoke?: (configuration: Configuration) => ProviderRequest | null;
  /** Parses a token endpoint's response; throws a Failure that names what is missing (F04). */
  readGrant?: (body: unknown, at: { now: Date }) => Grant;
  /** The values that `exchange` needs from the user, for the message when it is missing. */
  providerData?: string;
  /** The element authenticates its requests itself: its resources may refresh instead of a token endpoint. */
  isByElement?: true;
  /** Whether a parameter of the element sets the credentials of this type. */
  isCredential?: (parameter: Pick<CredentialParameter, "vendorType" | "vendorName">) => boolean;
  /** The parts of an element for this security scheme of OpenAPI; undefined if the scheme means another type. */
  fromOpenApi?: (scheme: Readonly<Record<string, unknown>>) => OpenApiCredentials | undefined;
  /** When the grant should be refreshed before it is used; undefined: only after a 401. */
  refreshAt?: (configuration: Configuration) => Date | undefined;
};

/** A parameter of an element that carries a credential. */
type CredentialParameter = { name: string; type: ParameterType; vendorType: VendorType; vendorName: string };

/** Settings by key, with their names and values, and the parameters that put credentials where the API wants them. */
export type OpenApiCredentials = {
  settings?: readonly { key: string; name: string; value: string | undefined }[];
  parameters?: readonly CredentialParameter[];
  /** The remaining work of the author. */
  problem?: string;
};

export const defineAuthType = <const Type extends string>(authType: AuthType<Type>): AuthType<Type> => authType;
