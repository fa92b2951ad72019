import type { TabStorage } from "../ui/tab-storage.tsx";

const PAUSE_MS = 400;
const AGAIN_MS = 4000;
const PREFIX = "outbox ";

type Delivery = {
  /** Resolves with whether the server responded, be it with a refusal. */
  send: (text: string) => Promise<boolean>;
  /** Sends it in a way that survives the page. */
  sendLast: (text: string) => void;
};

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Writes to which the server has not responded yet, by name. Of several that follow each other quickly the latest is sent,
 * after a pause. They are stored in the tab, so that its next page shows them and sends them again: what they do must
 * be the same if it is done twice.
 */
export function createOutbox(storage: TabStorage, { send, sendLast }: Delivery) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  const read = (name: string) => storage.read(PREFIX + name);
  const names = () => storage.names(PREFIX).map((name) => name.slice(PREFIX.length));

  function plan(name: string, ms: number) {
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => void deliver(name), ms),
    );
  }

  /** One of a name at a time, so that the latest arrives last. */
  function deliver(name: string): Promise<void> {
    const text = read(name);
    const before = underWay.get(name);
    if (before || text === null) return before ?? Promise.resolve();
    const delivery = deliverText(name, text);
    underWay.set(name, delivery);
    return delivery;
  }

  async function deliverText(name: string, text: string): Promise<void> {
    const hasResponded = await send(text);
    underWay.delete(name);
    if (read(name) !== text) return plan(name, PAUSE_MS);
    if (!hasResponded) return plan(name, AGAIN_MS);
    storage.forget(PREFIX + name);
    changed();
  }

  function changed() {
    for (const listener of listeners) listener();
  }

  return {
    read,
    put(name: string, text: string) {
      storage.write(PREFIX + name, text);
      plan(name, PAUSE_MS);
      changed();
    },
    /** Sends at once what waits, or is left of the page before. Resolves when the server has responded, or cannot. */
    async sendAll(): Promise<void> {
      const latest = async (name: string) => {
        if (underWay.has(name)) await underWay.get(name);
        await deliver(name);
      };
      await Promise.all(names().map(latest));
    },
    sendAllLast() {
      for (const name of names()) sendLast(read(name) ?? "");
    },
    listen(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
