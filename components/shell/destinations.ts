import {
  Activity,
  ArrowLeftRight,
  Blocks,
  HardDriveDownload,
  House,
  type LucideIcon,
  Plug,
  SquareTerminal,
  Workflow,
} from "lucide-react";
import { type NavigationScreen, routeTo, SCREENS } from "../screens/screens.ts";

const ICONS: Record<NavigationScreen, LucideIcon> = {
  home: House,
  formulas: Workflow,
  runs: Activity,
  connections: Plug,
  elements: Blocks,
  commonResources: ArrowLeftRight,
  bulkJobs: HardDriveDownload,
  explorer: SquareTerminal,
};

const isInNavigation = (name: string): name is NavigationScreen => Object.hasOwn(ICONS, name);

/** The places of the Workbench, in the order of the table of screens. */
export const DESTINATIONS = Object.keys(SCREENS)
  .filter(isInNavigation)
  .map((key) => ({ key, href: routeTo(key), Icon: ICONS[key] }));
