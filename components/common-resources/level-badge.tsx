import { useTranslations } from "next-intl";
import type { Level } from "#server/common-resource/shape.ts";
import { Badge } from "../ui/badge.tsx";

/** The level at which something of a common resource is saved. */
export function LevelBadge({ level }: { level: Level }) {
  const t = useTranslations("common-resources.levels");
  return <Badge>{t(level)}</Badge>;
}
