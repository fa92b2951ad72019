import type { Answer } from "../shell/trpc.ts";
import { When } from "../ui/when.tsx";

type Standing = Pick<Answer["connection"]["list"][number], "standing" | "endsAt">;

const LOOKS: Record<Standing["standing"], { sign: string; words: string; color: string }> = {
  works: { sign: "✔", words: "Works", color: "text-success" },
  ending: { sign: "◷", words: "Ends", color: "text-waiting" },
  ended: { sign: "✖", words: "Has ended", color: "text-failure" },
  revoked: { sign: "✖", words: "Connect it again", color: "text-failure" },
  disabled: { sign: "⊘", words: "Switched off", color: "text-stopped" },
};

/** How a connection stands, by sign and word. */
export function ConnectionStatus({ standing, endsAt }: Standing) {
  const { sign, words, color } = LOOKS[standing];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium text-sm ${color}`}>
      <span aria-hidden="true">{sign}</span>
      <span>
        {words}
        {standing === "ending" && endsAt && (
          <>
            {" "}
            <When at={endsAt} />
          </>
        )}
      </span>
    </span>
  );
}
