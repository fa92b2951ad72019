import { registry } from "../../registry.ts";
import { apiKey } from "./api-key.ts";
import type { AuthType } from "./auth-type.ts";
import { awsV2 } from "./aws-v2.ts";
import { awsV4 } from "./aws-v4.ts";
import { basic } from "./basic.ts";
import { custom } from "./custom.ts";
import { oauth1 } from "./oauth1.ts";
import { oauth2 } from "./oauth2.ts";

/** Every way to authenticate to a provider, the likeliest of an API first. To add one: write its file and name it here. */
const TYPES = registry(oauth2, apiKey, basic, oauth1, awsV4, awsV2, custom);

export type AuthenticationType = keyof typeof TYPES;
export const AUTH_TYPES: Readonly<Record<AuthenticationType, AuthType<AuthenticationType>>> = TYPES;

/** Whose request tokens an element has that asks for them by a resource of its own. */
export const REQUEST_TOKENS = oauth1;

/** Of an element that names none. */
export const DEFAULT_AUTH = custom;

/** Chooses among several types of one element. */
export const TYPE_KEY = "authentication.type";
