import { withChanges } from "./hooks/hook-variables.ts";
import type { Configuration, ElementPorts } from "./ports.ts";

/** The configuration of an instance while calls change it. */
export type Session = {
  configuration: Configuration;
  /** Keeps what parameters and hooks changed; null takes a key out. */
  change: (changes: Readonly<Record<string, string | null>>) => Promise<void>;
  /** Whether there is a new grant to try with, ahead of time or (`isRefused`) after a 401. Once per call. */
  refresh: (why?: { isRefused: boolean }) => Promise<boolean>;
};

/** Of a connected instance: changes are stored, and the grant is refreshed when it ran out. */
export function liveSession(
  configuration: Configuration,
  ports: Pick<ElementPorts, "refresh" | "saveConfiguration">,
): Session {
  let wasRefreshed = false;
  const session: Session = {
    configuration,
    async change(changes) {
      const changed = changedIn(session.configuration, changes);
      if (!changed) return;
      session.configuration = withChanges(session.configuration, changed);
      // What is taken out is stored as nothing: keys have texts.
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

/** Of an instance that is being connected, refreshed or deleted: whoever does that stores what changed. */
export function looseSession(configuration: Configuration): Session {
  const session: Session = {
    configuration,
    async change(changes) {
      const changed = changedIn(session.configuration, changes);
      if (changed) session.configuration = withChanges(session.configuration, changed);
    },
    refresh: async () => false,
  };
  return session;
}

/** What differs from what is there; undefined when nothing does. */
function changedIn(configuration: Configuration, changes: Readonly<Record<string, string | null>>) {
  const changed = Object.entries(changes).filter(([key, value]) => (configuration[key] ?? null) !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}
