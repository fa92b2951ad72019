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
  return (
    <div
      aria-hidden="true"
      data-loop={loop}
      className="pointer-events-none absolute -z-10 rounded-2xl border border-step-loop/50 border-dashed bg-step-loop/5"
      style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
    >
      <span className="part-detail absolute inset-x-3 top-1.5 truncate text-right text-step-loop text-xs">
        {t("eachItem", { loop })}
      </span>
    </div>
  );
});
