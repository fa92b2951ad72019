import { useTranslations } from "next-intl";
import { cutText } from "#server/cut-text.ts";
import type { RouterOutputs } from "../api/trpc.ts";
import { addressOf } from "../events/destination-text.ts";
import { DismissDestination } from "../events/dismiss-destination.tsx";
import { routeTo } from "../screens/screens.ts";
import { Link } from "../ui/link.tsx";

type Subscription = RouterOutputs["home"]["overview"]["stopped"]["items"][number];

/** A destination that gets nothing more: a link to its deliveries, and a button to dismiss them. */
export function Stopped({ subscription }: { subscription: Subscription }) {
  const t = useTranslations("home.attention");
  const { id } = subscription;
  const to = cutText(addressOf({ subscription }), 200);
  return (
    <li className="flex gap-3 px-5 py-4">
      <span aria-hidden="true" className="text-failure">
        ✖
      </span>
      <div className="min-w-0">
        <Link
          href={routeTo("deliveries", { destination: id })}
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {t("stopped", { to, id: String(id) })}
        </Link>
        <p className="mt-0.5 text-muted">{t("stoppedDescription")}</p>
        <div className="-ms-4 mt-1">
          <DismissDestination id={id} to={to} />
        </div>
      </div>
    </li>
  );
}
