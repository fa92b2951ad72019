import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RouterOutputs } from "../api/trpc.ts";
import { routeTo } from "../screens/screens.ts";
import { useMayChange } from "../shell/may-change.tsx";
import { Link } from "../ui/link.tsx";
import { Card } from "../ui/page.tsx";
import { Stopped } from "./stopped.tsx";
import { Undelivered } from "./undelivered.tsx";

type Overview = RouterOutputs["home"]["overview"];

/** The limit up to which the server counts. */
const MOST_COUNTED = 10_000;

type Props = Pick<Overview, "broken" | "failed" | "undelivered" | "stopped">;

/** The list of what needs attention: broken connections, stopped deliveries, undelivered messages, and failed runs. */
export function Attention({ broken, failed, undelivered, stopped }: Props) {
  const t = useTranslations("home.attention");
  const mayChange = useMayChange();
  const { count, from, latest } = failed;
  if (broken.total + count + undelivered.total + stopped.total === 0)
    return (
      <Card className="flex items-start gap-3 p-5">
        <span aria-hidden="true" className="text-success">
          ✔
        </span>
        <p className="text-sm">
          {t("none")} <span className="text-muted">{t("noneDescription")}</span>
        </p>
      </Card>
    );
  const others = broken.total - broken.items.length;
  const moreStopped = stopped.total - stopped.items.length;
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line text-sm">
        {broken.items.map(({ id, name, elementName }) => (
          <Attended
            key={`connection-${id}`}
            href={routeTo("connection", { elementInstanceId: id })}
            title={t(mayChange ? "connect" : "broken", { name })}
          >
            {t("refused", { element: elementName })}
          </Attended>
        ))}
        {others > 0 && (
          <Attended href={routeTo("connections")} title={t("moreBroken", { count: others })}>
            {t("moreBrokenDescription")}
          </Attended>
        )}
        {stopped.items.map((subscription) => (
          <Stopped key={`subscription-${subscription.id}`} subscription={subscription} />
        ))}
        {moreStopped > 0 && (
          <Attended href={routeTo("deliveries")} title={t("moreStopped", { count: moreStopped })}>
            {t("moreStoppedDescription")}
          </Attended>
        )}
        {undelivered.items.map((notification) => (
          <Undelivered key={`notification-${notification.id}`} notification={notification} />
        ))}
        {latest && (
          <Attended
            href={routeTo("runs", { status: "failed", kind: "real", from })}
            title={count > MOST_COUNTED ? t("manyFailed", { count: MOST_COUNTED }) : t("failed", { count })}
          >
            {latest.error
              ? t("latestError", { formula: latest.formulaName, error: latest.error })
              : t("latest", { formula: latest.formulaName })}
          </Attended>
        )}
      </ul>
    </Card>
  );
}

function Attended({ href, title, children }: { href: Route; title: string; children: ReactNode }) {
  return (
    <li className="relative flex gap-3 px-5 py-4 hover:bg-tint">
      <span aria-hidden="true" className="text-failure">
        ✖
      </span>
      <span className="min-w-0">
        <Link href={href} className="font-medium after:absolute after:inset-0">
          {title}
        </Link>
        <span className="mt-0.5 line-clamp-3 text-muted [overflow-wrap:anywhere]">{children}</span>
      </span>
    </li>
  );
}
