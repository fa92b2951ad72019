import { registry } from "../../registry.ts";
import { apiKey } from "./api-key.ts";
import type { AuthType } from "./auth-type.ts";
import { awsV2 } from "./aws-v2.ts";
import { awsV4 } from "./aws-v4.ts";
import { basic } from "./basic.ts";
import { custom } from "./custom.ts";
import { oauth1 } from "./oauth1.ts";
import { oauth2 } from "./oauth2.ts";

/** Every authentication type, the most likely one of an API first. To add one: write its file and name it here. */
const TYPES = registry(oauth2, apiKey, basic, oauth1, awsV4, awsV2, custom);

export type AuthenticationType = keyof typeof TYPES;
export const AUTH_TYPES: Readonly<Record<AuthenticationType, AuthType<AuthenticationType>>> = TYPES;

/** The type of elements that get request tokens by a resource of their own. */
export const REQUEST_TOKENS = oauth1;

/** The type of an element that names none. */
export const DEFAULT_AUTH = custom;

/** The configuration key that selects one of several types. */
export const TYPE_KEY = "authentication.type";
