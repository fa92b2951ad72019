import { Activity, House, type LucideIcon, Plug, Workflow } from "lucide-react";

/** The places of the Workbench, in the order of the navigation. */
export const DESTINATIONS = [
  { key: "home", href: "/home", Icon: House },
  { key: "formulas", href: "/formulas", Icon: Workflow },
  { key: "runs", href: "/runs", Icon: Activity },
  { key: "connections", href: "/connections", Icon: Plug },
] as const satisfies { key: string; href: string; Icon: LucideIcon }[];
