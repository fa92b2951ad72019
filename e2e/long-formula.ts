/**
 * A formula with this number of steps in one chain, of the usual kinds: every ten steps contain a loop with a body of
 * four, a filter that skips, a request and scripts that refer to earlier steps.
 */
export function longFormula(name: string, count: number) {
  const names = Array.from({ length: count }, (_, at) => `step${at}`);
  const next = (at: number) => names.slice(at, at + 1);
  const after = (at: number) => next(Math.min(count, Math.floor(at / TEN) * TEN + TEN));
  return {
    name,
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: next(0) }],
    steps: names.map((own, at) => {
      const before = names[at - 1];
      const place = at % TEN;
      if (place === 3)
        return {
          name: own,
          type: "filter",
          properties: { body: "done(trigger.args.go === true);" },
          onSuccess: next(at + 1),
          onFailure: after(at),
        };
      if (place === 4)
        return {
          name: own,
          type: "loop",
          properties: { list: "trigger.args.list" },
          onSuccess: next(at + 1),
          onFailure: next(at + 5),
        };
      if (place === 9)
        return {
          name: own,
          type: "httpRequest",
          properties: { method: "GET", url: "https://example.com/${trigger.args.id}" },
          onSuccess: next(at + 1),
        };
      const isBodyEnd = place === 8 || (place > 4 && at === count - 1);
      const loop = names[at - place + 4] ?? "";
      const body = before === undefined ? "done({ n: 1 });" : `done({ n: steps.${before} });`;
      return { name: own, type: "script", properties: { body }, onSuccess: isBodyEnd ? [loop] : next(at + 1) };
    }),
  };
}

const TEN = 10;
