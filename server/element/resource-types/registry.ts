import { registry, typesOf } from "../../registry.ts";
import { api, apiNoDocumentation } from "./api.ts";
import { formulaAsResource } from "./formula-as-resource.ts";
import {
  onDelete,
  onDeleteWebhook,
  onProvision,
  onProvisionWebhook,
  onRefresh,
  provisionAuthValidation,
} from "./lifecycle.ts";
import {
  oauth1OnTokenRequest,
  oauthOnAuthorizeUrl,
  oauthOnTokenExchange,
  oauthOnTokenRefresh,
  oauthOnTokenRequest,
  oauthOnTokenRevoke,
} from "./oauth.ts";
import type { Moment, ResourceType } from "./resource-type.ts";

/** Every purpose of a resource, in the order in which they run. To add one: write its file and name it here. */
const TYPES = registry(
  api,
  apiNoDocumentation,
  onDelete,
  onProvision,
  onRefresh,
  provisionAuthValidation,
  onProvisionWebhook,
  onDeleteWebhook,
  oauthOnAuthorizeUrl,
  oauthOnTokenExchange,
  oauthOnTokenRefresh,
  oauthOnTokenRevoke,
  oauth1OnTokenRequest,
  oauthOnTokenRequest,
  formulaAsResource,
);

export type ResourceTypeName = keyof typeof TYPES;
export const RESOURCE_TYPES: Readonly<Record<ResourceTypeName, ResourceType>> = TYPES;

/** The purpose of a resource that names none. */
export const DEFAULT_RESOURCE_TYPE = api;

/** The types whose resources run at a moment, in their order. */
export const typesAt = (moment: Moment): ResourceTypeName[] =>
  typesOf(RESOURCE_TYPES).filter((type) => RESOURCE_TYPES[type].runsAt?.includes(moment));

/** Whether applications can request a resource; others run at their own moments. */
export const isCallable = ({ type }: { type: ResourceTypeName }): boolean => RESOURCE_TYPES[type].isCallable === true;

/** Whether a resource is documented for applications, too. */
export const isDocumented = ({ type }: { type: ResourceTypeName }): boolean =>
  RESOURCE_TYPES[type].isDocumented === true;
