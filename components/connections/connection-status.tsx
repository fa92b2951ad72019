import { useTranslations } from "next-intl";
import type { RouterOutputs } from "../api/trpc.ts";
import { RelativeTime } from "../ui/relative-time.tsx";

type Standing = Pick<RouterOutputs["connection"]["list"]["items"][number], "standing" | "endsAt" | "days">;

const LOOKS: Record<Standing["standing"], { sign: string; color: string }> = {
  works: { sign: "✔", color: "text-success" },
  untried: { sign: "○", color: "text-muted" },
  unused: { sign: "○", color: "text-muted" },
  unproven: { sign: "○", color: "text-waiting" },
  ending: { sign: "◷", color: "text-waiting" },
  ended: { sign: "✖", color: "text-failure" },
  revoked: { sign: "✖", color: "text-failure" },
  disabled: { sign: "⊘", color: "text-stopped" },
};

/** The status of a connection, as an icon and text. */
export function ConnectionStatus({ standing, endsAt, days = 0 }: Standing) {
  const t = useTranslations("connections.standing");
  const { sign, color } = LOOKS[standing];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium text-sm ${color}`}>
      <span aria-hidden="true">{sign}</span>
      <span>
        {standing === "ending" && endsAt
          ? t.rich("endingAt", { when: () => <RelativeTime at={endsAt} /> })
          : t(standing, { days })}
      </span>
    </span>
  );
}
