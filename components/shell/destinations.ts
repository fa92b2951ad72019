import { Activity, House, type LucideIcon, Plug, Workflow } from "lucide-react";

export type Destination = { href: string; label: string; words: string; Icon: LucideIcon };

/** The places of the Workbench, in the order of the navigation. */
export const DESTINATIONS: Destination[] = [
  { href: "/home", label: "Home", words: "What happened and what needs you", Icon: House },
  { href: "/formulas", label: "Formulas", words: "What runs, step by step", Icon: Workflow },
  { href: "/runs", label: "Runs", words: "Every execution and its values", Icon: Activity },
  { href: "/connections", label: "Connections", words: "Accounts that formulas may use", Icon: Plug },
];
