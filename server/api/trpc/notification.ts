import { resendNotification } from "#server/services/notification/failed-notifications.ts";
import { acknowledgeNotification } from "#server/services/notification/find-notification.ts";
import { notificationEndpoints } from "../endpoints/notification.ts";
import { inputOf } from "./inputs.ts";
import { router, signedIn } from "./trpc.ts";

const one = inputOf(notificationEndpoints.readNotification);

export const notification = router({
  resend: signedIn.input(one).mutation(({ ctx, input }) => resendNotification(ctx, input.notificationId)),
  acknowledge: signedIn.input(one).mutation(({ ctx, input }) => acknowledgeNotification(ctx, input.notificationId)),
});
