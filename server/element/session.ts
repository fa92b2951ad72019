import { checkMove } from "./definition/element-secrets.ts";
import { withChanges } from "./hooks/hook-variables.ts";
import type { ElementPlan, Settings } from "./planned.ts";
import type { Configuration, ElementPorts } from "./ports.ts";
import { settingsOf } from "./settings.ts";

/** The configuration of an instance while requests change it. */
export type Session = {
  configuration: Configuration;
  /** The compiled current configuration. */
  readonly settings: Settings;
  /** Stores changes of parameters and hooks; null removes a key. */
  change: (changes: Readonly<Record<string, string | null>>) => Promise<void>;
  /** Whether there is a new grant to try with, ahead of time or (`isRefused`) after a 401. Once per call. */
  refresh: (why?: { isRefused: boolean }) => Promise<boolean>;
};

/** The session of a connected instance: changes are stored, and an expired grant is refreshed. */
export function liveSession(
  plan: ElementPlan,
  configuration: Configuration,
  ports: Pick<ElementPorts, "refresh" | "saveConfiguration">,
): Session {
  let wasRefreshed = false;
  const session: Session = {
    configuration,
    get settings() {
      return settingsOf(plan, session.configuration);
    },
    async change(changes) {
      const changed = changedIn(session.configuration, changes);
      if (!changed) return;
      session.configuration = moved(session.configuration, changed);
      // Removed keys are stored as empty text.
      await ports.saveConfiguration(
        Object.fromEntries(Object.entries(changed).map(([key, text]) => [key, text ?? ""])),
      );
    },
    async refresh(why = { isRefused: false }) {
      if (wasRefreshed) return false;
      const fresh = await ports.refresh(session.configuration, why);
      wasRefreshed = fresh !== null || why.isRefused;
      if (fresh) session.configuration = fresh;
      return fresh !== null;
    },
  };
  return session;
}

/**
 * The session of an instance that is being connected, refreshed or deleted: the caller stores the changes. Its addresses
 * may only lead to another host while it is connected (`isConnecting`).
 */
export function looseSession(
  plan: ElementPlan,
  configuration: Configuration,
  { isConnecting = false }: { isConnecting?: boolean | undefined } = {},
): Session {
  const change = isConnecting ? withChanges : moved;
  const session: Session = {
    configuration,
    get settings() {
      return settingsOf(plan, session.configuration);
    },
    async change(changes) {
      const changed = changedIn(session.configuration, changes);
      if (changed) session.configuration = change(session.configuration, changed);
    },
    refresh: async () => false,
  };
  return session;
}

function moved(before: Configuration, changes: Readonly<Record<string, string | null>>): Configuration {
  const after = withChanges(before, changes);
  checkMove(before, after);
  return after;
}

/** The entries that differ; undefined if none does. */
function changedIn(configuration: Configuration, changes: Readonly<Record<string, string | null>>) {
  const changed = Object.entries(changes).filter(([key, value]) => (configuration[key] ?? null) !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}
