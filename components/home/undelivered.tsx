import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RouterOutputs, useTRPC } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { MayChange } from "../shell/may-change.tsx";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { Failed } from "../ui/states.tsx";
import { useFormat } from "../ui/use-format.ts";

/** An undelivered notification: its subject, its run, the error, and buttons to resend or dismiss it. */
export function Undelivered({
  notification,
}: {
  notification: RouterOutputs["home"]["overview"]["undelivered"]["items"][number];
}) {
  const t = useTranslations("home.attention");
  const { moment } = useFormat();
  const { id: notificationId, subject, recipient, error, createdDate, executionId } = notification;
  const message = t("message", { subject, recipient, when: moment(createdDate) });
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries(trpc.home.pathFilter());
  const resend = useMutation(trpc.notification.resend.mutationOptions({ onSuccess }));
  const dismiss = useMutation(trpc.notification.acknowledge.mutationOptions({ onSuccess }));
  const failure = resend.error ?? dismiss.error;
  return (
    <li className="flex gap-3 px-5 py-4">
      <span aria-hidden="true" className="text-failure">
        ✖
      </span>
      <div className="min-w-0">
        <p className="break-words font-medium">{t("undelivered", { recipient })}</p>
        <p className="mt-0.5 break-words text-muted">{t("undeliveredDescription", { subject, error: error ?? "" })}</p>
        <p className="mt-0.5 text-muted">
          <RelativeTime at={createdDate} />
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <MayChange>
            <Button
              aria-label={t("resendOf", { message })}
              isBusy={resend.isPending}
              onClick={() => resend.mutate({ notificationId })}
            >
              {t("resend")}
            </Button>
            <Button
              kind="quiet"
              aria-label={t("dismissOf", { message })}
              isBusy={dismiss.isPending}
              onClick={() => dismiss.mutate({ notificationId })}
            >
              {t("dismiss")}
            </Button>
          </MayChange>
          {executionId !== null && (
            <Link
              href={routeTo("run", { executionId })}
              className="inline-flex min-h-10 items-center text-accent hover:underline"
            >
              {t("run", { id: String(executionId) })}
            </Link>
          )}
        </div>
        {failure && (
          <div className="mt-2">
            <Failed error={failure} />
          </div>
        )}
      </div>
    </li>
  );
}
