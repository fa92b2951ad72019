import { SCREENS, type Screen, type ScreenName } from "./screens.ts";

/** The rights of a user that decide which screens they see. Administrators of the organization may invite. */
export type Access = { isAdministrator: boolean; mayInvite: boolean };

const RIGHTS = {
  administrators: ({ isAdministrator }) => isAdministrator,
  organizationAdministrators: ({ mayInvite }) => mayInvite,
} as const satisfies Record<NonNullable<Screen["seenBy"]>, (access: Access) => boolean>;

/** Whether a user sees the content of a screen. Screens only adapt to it; the server enforces permissions. */
export function maySee(access: Access, name: ScreenName): boolean {
  const { seenBy }: Screen = SCREENS[name];
  return seenBy === undefined || RIGHTS[seenBy](access);
}
