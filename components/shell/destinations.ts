import {
  Activity,
  ArrowLeftRight,
  Blocks,
  HardDriveDownload,
  House,
  type LucideIcon,
  Plug,
  ShieldCheck,
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
  administration: ShieldCheck,
};

const isInNavigation = (name: string): name is NavigationScreen => Object.hasOwn(ICONS, name);

/** The places of the Workbench, in the order of the table of screens. */
export const DESTINATIONS = Object.keys(SCREENS)
  .filter(isInNavigation)
  .map((key) => ({
    ...{ key, href: routeTo(key), Icon: ICONS[key] },
    isForAdministrators: "isForAdministrators" in SCREENS[key],
  }));

/** The places that a user sees. */
export const destinationsOf = ({ isAdministrator }: { isAdministrator: boolean }) =>
  DESTINATIONS.filter(({ isForAdministrators }) => isAdministrator || !isForAdministrators);
