import { defineResourceType } from "./resource-type.ts";

export const onProvision = defineResourceType({
  type: "onProvision",
  label: "On provision",
  summary: "Runs when an element instance is authenticated, to read values into its configuration.",
  runsAt: ["connect"],
  readsGrant: true,
});

export const provisionAuthValidation = defineResourceType({
  type: "provisionAuthValidation",
  label: "Provision auth validation",
  summary: "Runs when an element instance is authenticated or its token was refreshed, to validate the authentication.",
  runsAt: ["proveAccess", "refreshed"],
  readsGrant: true,
});

export const onRefresh = defineResourceType({
  type: "onRefresh",
  label: "On refresh",
  summary: "Runs after a token was refreshed; with custom authentication it refreshes.",
  runsAt: ["refreshed", "refreshByElement"],
  readsGrant: true,
});

export const onDelete = defineResourceType({
  type: "onDelete",
  label: "On delete",
  summary: "Runs when an element instance is deleted.",
  runsAt: ["delete"],
});

export const onProvisionWebhook = defineResourceType({
  type: "onProvisionWebhook",
  label: "On provision webhook",
  summary: "Registers the webhook when an element instance is authenticated or its events are switched on.",
  runsAt: ["switchEventsOn"],
});

export const onDeleteWebhook = defineResourceType({
  type: "onDeleteWebhook",
  label: "On delete webhook",
  summary: "Removes the webhook when an element instance is deleted or its events are switched off.",
  runsAt: ["switchEventsOff"],
});
