/**
 * Decides who uses a sandbox process next, `places` at a time: the organization with the fewest requests inside, and
 * among equals the first that came. An organization with none inside waits at most `patienceMs` behind the long scripts
 * of others: then it gets one of as many extra places (D09). Organizations whose scripts killed a process share one
 * place for a while, so that scripts that hang repeatedly only delay each other.
 */
export type Lanes = {
  /** Resolves to a function that releases the place. Throws the reason of `signal` if it aborts before. */
  enter: (who: unknown, signal: AbortSignal) => Promise<() => void>;
  /** A script of `who` killed a process. */
  penalise: (who: unknown) => void;
  /** Rejects all waiting and later requests. */
  close: (reason: Error) => void;
};

const PENALTY_MS = 30_000;

type Waiting = {
  who: unknown;
  since: number;
  admit: (leave: () => void) => void;
  refuse: (reason: unknown) => void;
};

export function createLanes(places: number, { patienceMs = 500, now = Date.now } = {}): Lanes {
  const queue: Waiting[] = [];
  const penalties = new Map<unknown, number>();
  const insideOf = new Map<unknown, number>();
  let inside = 0;
  let penalisedInside = 0;
  let closed: Error | undefined;

  function isPenalised(who: unknown): boolean {
    const until = penalties.get(who);
    if (until === undefined) return false;
    if (now() < until) return true;
    penalties.delete(who);
    return false;
  }

  function admitNext() {
    for (let next = pick(); next; next = pick()) {
      queue.splice(queue.indexOf(next), 1);
      admit(next);
    }
  }

  function pick(): Waiting | undefined {
    const ready = queue.filter(({ who }) => penalisedInside === 0 || !isPenalised(who));
    const count = ({ who }: Waiting) => insideOf.get(who) ?? 0;
    const next = ready.reduce<Waiting | undefined>(
      (best, one) => (best === undefined || count(one) < count(best) ? one : best),
      undefined,
    );
    if (inside < places || next === undefined) return next;
    const isDue = inside < places * 2 && count(next) === 0 && now() - next.since >= patienceMs;
    return isDue ? next : undefined;
  }

  function admit({ who, admit }: Waiting) {
    const counts = isPenalised(who) ? 1 : 0;
    inside++;
    penalisedInside += counts;
    insideOf.set(who, (insideOf.get(who) ?? 0) + 1);
    admit(() => {
      inside--;
      penalisedInside -= counts;
      const left = (insideOf.get(who) ?? 1) - 1;
      if (left) insideOf.set(who, left);
      else insideOf.delete(who);
      admitNext();
    });
  }

  return {
    enter(who, signal) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closed);
        if (signal.aborted) return reject(signal.reason);
        const waiting: Waiting = { who, since: now(), admit: settled(resolve), refuse: settled(reject) };
        let timer: NodeJS.Timeout | undefined;
        const onAbort = () => {
          clearTimeout(timer);
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        function settled<T>(settle: (value: T) => void) {
          return (value: T) => {
            clearTimeout(timer);
            signal.removeEventListener("abort", onAbort);
            settle(value);
          };
        }
        signal.addEventListener("abort", onAbort);
        function admitWhenDue() {
          admitNext();
          // A timer may fire early, since it counts from the beginning of this turn of the event loop.
          const ms = patienceMs - (now() - waiting.since);
          if (ms > 0 && queue.includes(waiting)) timer = setTimeout(admitWhenDue, ms);
        }
        queue.push(waiting);
        admitWhenDue();
      });
    },
    penalise: (who) => void penalties.set(who, now() + PENALTY_MS),
    close(reason) {
      closed = reason;
      for (const { refuse } of queue.splice(0)) refuse(reason);
    },
  };
}
