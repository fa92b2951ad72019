import { replayWindow } from "#server/services/delivery/release-deliveries.ts";
import { createSubscription, deleteSubscription } from "#server/services/subscription/create-subscription.ts";
import { listSubscriptions, readSubscription } from "#server/services/subscription/find-subscription.ts";
import { sendTestEvent } from "#server/services/subscription/send-test-event.ts";
import { readSigningSecrets, rotateSigningSecret } from "#server/services/subscription/signing-secrets.ts";
import * as contract from "../endpoints/subscription.ts";
import { route } from "../route.ts";

export const subscriptionRoutes = [
  route(contract.createSubscription, (ctx, { body }) => createSubscription(ctx, body)),
  route(contract.listSubscriptions, (ctx, { query, page }) =>
    listSubscriptions(ctx, { topics: query["topics[]"], page }),
  ),
  route(contract.readSubscription, (ctx, { params }) => readSubscription(ctx, params.subscriptionId)),
  route(contract.deleteSubscription, (ctx, { params }) => deleteSubscription(ctx, params.subscriptionId)),
  route(contract.readSigningSecrets, (ctx, { params }) => readSigningSecrets(ctx, params.subscriptionId)),
  route(contract.rotateSigningSecret, (ctx, { params }) => rotateSigningSecret(ctx, params.subscriptionId)),
  route(contract.sendTestEvent, (ctx, { params }) => sendTestEvent(ctx, params.subscriptionId)),
  route(contract.replayWindow, (ctx, { params, body }) => replayWindow(ctx, params.subscriptionId, body)),
];
