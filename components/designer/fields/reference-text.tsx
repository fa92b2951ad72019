import { Fragment, type ReactNode } from "react";
import type { ReferenceState, SeenReference } from "../model/references-in.ts";

const TYPE = "whitespace-pre-wrap break-all px-3 py-2 font-mono text-[0.8125rem] leading-5";

/** The style of the text itself: above its chips, with the same metrics, also with forced colors. */
export const TEXT_ABOVE = `absolute inset-0 size-full resize-none overflow-hidden bg-transparent outline-none forced-color-adjust-none forced-colors:text-[CanvasText] ${TYPE}`;

type Props = { text: string; references: readonly SeenReference[]; children: ReactNode };

/**
 * A text box in which references are highlighted as chips: behind the text is an invisible copy with their backgrounds.
 * The copy sets the height of the box, and the box scrolls, so that both stay aligned.
 */
export function ReferenceText({ text, references, children }: Props) {
  const after = text.slice(references.at(-1)?.end ?? 0);
  return (
    <div
      data-text-box
      className="max-h-72 overflow-y-auto rounded-lg border border-edge bg-ground outline-accent outline-offset-2 has-[textarea:focus-visible]:outline-2"
    >
      <div className="relative">
        <div aria-hidden="true" className={`min-h-[2.375rem] text-transparent forced-color-adjust-none ${TYPE}`}>
          {references.map(({ start, end, state }, index) => (
            <Fragment key={start}>
              {text.slice(references[index - 1]?.end ?? 0, start)}
              <span data-reference={state} className={`${CHIP} ${CHIPS[state]}`}>
                {text.slice(start, end)}
              </span>
            </Fragment>
          ))}
          {after}
          {/* An empty last line has its height, too. */}
          {"\u200b"}
        </div>
        {children}
      </div>
    </div>
  );
}

const CHIP =
  "box-decoration-clone rounded py-0.5 underline-offset-4 forced-colors:bg-transparent forced-colors:decoration-[CanvasText] forced-colors:outline forced-colors:outline-[CanvasText]";

const CHIPS: Record<ReferenceState, string> = {
  ok: "bg-accent/15",
  unknown: "bg-failure/15 underline decoration-failure decoration-wavy",
  unreachable: "bg-waiting/15 underline decoration-dashed decoration-waiting",
  unseen: "bg-waiting/15 underline decoration-dotted decoration-waiting",
  secret: "bg-muted/20 underline decoration-double decoration-muted",
};
