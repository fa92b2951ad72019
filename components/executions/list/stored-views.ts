import { PREFERENCES, type PreferenceValue } from "#server/account/preferences.ts";
import type { BrowserValues } from "../../preferences/use-preference.ts";
import { forgetPersisted, readPersisted } from "../../ui/use-persisted-state.ts";

export type RunView = PreferenceValue<"runViews">[number];

export const MOST_VIEWS = 20;
const STORAGE_NAME = "run-views";

/** The views that were saved in this browser before the server stored them. */
export const BROWSER_VIEWS: BrowserValues<RunView[]> = {
  takeOver(stored) {
    const { data } = PREFERENCES.runViews.safeParse(parsed(readPersisted(STORAGE_NAME)));
    if (!data) return undefined;
    const names = new Set(stored?.map(({ name }) => name));
    return [...(stored ?? []), ...data.filter(({ name }) => !names.has(name))].slice(0, MOST_VIEWS);
  },
  forget: () => forgetPersisted(STORAGE_NAME),
};

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
