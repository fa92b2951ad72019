/**
 * Who may use a sandbox process next: first come, first served, `places` at a time. Whoever had a process killed
 * shares one place with the others of that kind for a while, so that scripts which hang over and over slow down
 * each other only.
 */
export type Lanes = {
  /** Resolves to the function that gives the place back. Throws the reason of `signal` when it aborts before. */
  enter: (who: unknown, signal: AbortSignal) => Promise<() => void>;
  /** `who` had a process killed. */
  penalise: (who: unknown) => void;
  /** Refuses everyone who waits, and everyone to come. */
  close: (reason: Error) => void;
};

const PENALTY_MS = 30_000;

type Waiting = { who: unknown; admit: (leave: () => void) => void; refuse: (reason: unknown) => void };

export function createLanes(places: number, now: () => number = Date.now): Lanes {
  const queue: Waiting[] = [];
  const penalties = new Map<unknown, number>();
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
    while (inside < places) {
      const index = queue.findIndex(({ who }) => penalisedInside === 0 || !isPenalised(who));
      const [next] = index < 0 ? [] : queue.splice(index, 1);
      if (!next) return;
      const counts = isPenalised(next.who) ? 1 : 0;
      inside++;
      penalisedInside += counts;
      next.admit(() => {
        inside--;
        penalisedInside -= counts;
        admitNext();
      });
    }
  }

  return {
    enter(who, signal) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closed);
        if (signal.aborted) return reject(signal.reason);
        const waiting: Waiting = { who, admit: settled(resolve), refuse: settled(reject) };
        const onAbort = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        function settled<T>(settle: (value: T) => void) {
          return (value: T) => {
            signal.removeEventListener("abort", onAbort);
            settle(value);
          };
        }
        signal.addEventListener("abort", onAbort);
        queue.push(waiting);
        admitNext();
      });
    },
    penalise: (who) => void penalties.set(who, now() + PENALTY_MS),
    close(reason) {
      closed = reason;
      for (const { refuse } of queue.splice(0)) refuse(reason);
    },
  };
}
