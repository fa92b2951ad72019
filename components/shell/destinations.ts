import {
  Activity,
  ArrowLeftRight,
  Blocks,
  ChartColumn,
  HardDriveDownload,
  House,
  ListTree,
  type LucideIcon,
  Plug,
  ServerCog,
  ShieldCheck,
  SquareTerminal,
  Workflow,
  Zap,
} from "lucide-react";
import { type Access, maySee } from "../screens/may-see.ts";
import { type NavigationScreen, routeTo, SCREENS, type Screen } from "../screens/screens.ts";

/** The places of the Workbench in their order, by what people do there; the first group has no heading. */
const GROUPS = {
  start: { home: House },
  build: {
    formulas: Workflow,
    connections: Plug,
    elements: Blocks,
    commonResources: ArrowLeftRight,
    explorer: SquareTerminal,
  },
  run: { runs: Activity, events: Zap, bulkJobs: HardDriveDownload },
  operate: { requests: ListTree, analytics: ChartColumn, operations: ServerCog, administration: ShieldCheck },
} as const satisfies Record<string, Partial<Record<NavigationScreen, LucideIcon>>>;

export type DestinationGroup = keyof typeof GROUPS;

/** Every place must be in a group. */
type Placed = { [Group in DestinationGroup]: keyof (typeof GROUPS)[Group] }[DestinationGroup];
type Missing = Exclude<NavigationScreen, Placed>;
const isComplete: [Missing] extends [never] ? true : Missing = true;

// The keys of the tables are names of groups and screens.
const entries = <Key extends string, Value>(table: Readonly<Record<Key, Value>>) =>
  Object.entries(table) as [Key, Value][];

/** The places of the Workbench by group. */
const DESTINATION_GROUPS = isComplete
  ? entries(GROUPS).map(([group, places]) => ({
      group,
      destinations: entries(places as Readonly<Record<NavigationScreen, LucideIcon>>).map(([key, Icon]) => ({
        ...{ key, href: routeTo(key), Icon },
      })),
    }))
  : [];

export const DESTINATIONS = DESTINATION_GROUPS.flatMap(({ destinations }) => destinations);

/** The places that a user sees, by group. */
export const destinationGroupsOf = (access: Access) =>
  DESTINATION_GROUPS.map(({ group, destinations }) => ({
    group,
    destinations: destinations.flatMap((place) => {
      if (maySee(access, place.key)) return place;
      const screen: Screen = SCREENS[place.key];
      return screen.otherwise ? { ...place, href: routeTo(screen.otherwise) } : [];
    }),
  }));

/** The places that a user sees. */
export const destinationsOf = (access: Access) =>
  destinationGroupsOf(access).flatMap(({ destinations }) => destinations);
