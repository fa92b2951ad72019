/** Icons for definitions; `components/ui/look.ts` draws them. */
export type IconName =
  | "arrow-left-right"
  | "bell"
  | "braces"
  | "clock"
  | "database"
  | "file"
  | "filter"
  | "globe"
  | "mail"
  | "mouse-pointer-click"
  | "plug"
  | "repeat"
  | "rotate-ccw"
  | "send"
  | "server"
  | "webhook"
  | "workflow"
  | "zap";

/** Colors for definitions: tokens of `app/globals.css`. */
export type ColorName =
  | "step-trigger"
  | "step-element"
  | "step-http"
  | "step-request"
  | "step-stream"
  | "step-amqp"
  | "step-filter"
  | "step-loop"
  | "step-script"
  | "step-formula"
  | "step-retry";
