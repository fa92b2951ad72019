import { defineResourceType } from "./resource-type.ts";

export const onProvision = defineResourceType({
  type: "onProvision",
  label: "On Provision",
  summary: "Runs when an element instance is authenticated, to read values into its configuration.",
  runsAt: ["connect"],
  readsGrant: true,
});

export const provisionAuthValidation = defineResourceType({
  type: "provisionAuthValidation",
  label: "Provision Auth Validation",
  summary: "Runs when an element instance is authenticated or its token was refreshed, to validate the authentication.",
  runsAt: ["proveAccess", "refreshed"],
  readsGrant: true,
});

export const onRefresh = defineResourceType({
  type: "onRefresh",
  label: "On Refresh",
  summary: "Runs after a token was refreshed; with custom authentication it refreshes.",
  runsAt: ["refreshed", "refreshByElement"],
  readsGrant: true,
});

export const onDelete = defineResourceType({
  type: "onDelete",
  label: "On Delete",
  summary: "Runs when an element instance is deleted.",
  runsAt: ["delete"],
});

export const onProvisionWebhook = defineResourceType({
  type: "onProvisionWebhook",
  label: "On Provision Webhook",
  summary: "Registers the webhook when an element instance is authenticated or its events are switched on.",
  runsAt: ["switchEventsOn"],
});

export const onDeleteWebhook = defineResourceType({
  type: "onDeleteWebhook",
  label: "On Delete Webhook",
  summary: "Removes the webhook when an element instance is deleted or its events are switched off.",
  runsAt: ["switchEventsOff"],
});
