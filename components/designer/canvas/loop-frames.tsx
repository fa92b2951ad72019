"use client";

import { ViewportPortal } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { Frame } from "./layout.ts";

/** A frame behind the steps of each loop. It is decorative: the steps themselves announce their loop. */
export function LoopFrames({ frames }: { frames: Frame[] }) {
  return (
    <ViewportPortal>
      {frames.map((frame) => (
        <LoopFrame key={frame.loop} {...frame} />
      ))}
    </ViewportPortal>
  );
}

const LoopFrame = memo(function LoopFrame({ loop, x, y, width, height }: Frame) {
  const t = useTranslations("designer.node");
  const transform = `translate(${x}px, ${y}px)`;
  return (
    <>
      <div
        aria-hidden="true"
        data-loop={loop}
        className="pointer-events-none absolute -z-10 rounded-2xl border border-step-loop/50 border-dashed bg-step-loop/5"
        style={{ transform, width, height }}
      />
      {/* It covers the arrow to the first step, which would cut a long name. */}
      <div aria-hidden="true" className="pointer-events-none absolute text-right" style={{ transform, width }}>
        <span className="part-detail mt-0.5 mr-3 inline-block max-w-[calc(100%-1.5rem)] truncate rounded bg-ground px-1 text-step-loop text-xs leading-4">
          {t("eachItem", { loop })}
        </span>
      </div>
    </>
  );
});
