import { defineEventKind } from "./event-kind.ts";

/** The provider sends a request when something happens. */
export const webhook = defineEventKind({
  type: "webhook",
  label: "Webhook",
  summary: "The provider sends a request when something happens.",
  eventsAtOnce: 20,
  isRegistered: true,
  keepsEmpty: true,
  metadata: (about) => about,
});
