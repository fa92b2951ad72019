import {
  ArrowLeftRight,
  Bell,
  Braces,
  Clock,
  Database,
  File,
  Filter,
  Globe,
  type LucideIcon,
  Mail,
  MousePointerClick,
  Plug,
  Repeat,
  RotateCcw,
  Send,
  Server,
  Webhook,
  Workflow,
  Zap,
} from "lucide-react";
import type { ColorName, IconName } from "#server/formula/look.ts";

/** Icons by the names used in definitions. */
export const ICONS: Readonly<Record<IconName, LucideIcon>> = {
  "arrow-left-right": ArrowLeftRight,
  bell: Bell,
  braces: Braces,
  clock: Clock,
  database: Database,
  file: File,
  filter: Filter,
  globe: Globe,
  mail: Mail,
  "mouse-pointer-click": MousePointerClick,
  plug: Plug,
  repeat: Repeat,
  "rotate-ccw": RotateCcw,
  send: Send,
  server: Server,
  webhook: Webhook,
  workflow: Workflow,
  zap: Zap,
};

/** Classes by the color names used in definitions. They are written out because Tailwind only emits complete names. */
export const COLORS: Readonly<Record<ColorName, { text: string; background: string }>> = {
  "step-trigger": { text: "text-step-trigger", background: "bg-step-trigger" },
  "step-element": { text: "text-step-element", background: "bg-step-element" },
  "step-http": { text: "text-step-http", background: "bg-step-http" },
  "step-request": { text: "text-step-request", background: "bg-step-request" },
  "step-stream": { text: "text-step-stream", background: "bg-step-stream" },
  "step-amqp": { text: "text-step-amqp", background: "bg-step-amqp" },
  "step-filter": { text: "text-step-filter", background: "bg-step-filter" },
  "step-loop": { text: "text-step-loop", background: "bg-step-loop" },
  "step-script": { text: "text-step-script", background: "bg-step-script" },
  "step-formula": { text: "text-step-formula", background: "bg-step-formula" },
  "step-retry": { text: "text-step-retry", background: "bg-step-retry" },
};
