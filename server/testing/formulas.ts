type Fields = Record<string, unknown>;

let count = 0;

/** A script step as clients send it. */
export const aStep = (name: string, fields: Fields = {}) => ({
  name,
  type: "script",
  properties: { body: "done({ seen: trigger.args });" },
  onSuccess: [] as string[],
  onFailure: [] as string[],
  ...fields,
});

/** A formula as clients send it: a manual trigger and one script, with a different name each time. */
export const aFormula = (fields: Fields = {}) => ({
  name: `Formula ${++count}`,
  triggers: [{ type: "manual", properties: {}, onSuccess: ["first"] }],
  steps: [aStep("first")],
  ...fields,
});

/** A formula with a schedule, every quarter of an hour by default. */
export const aScheduledFormula = (fields: Fields = {}, cron = "0 0/15 * 1/1 * ? *") =>
  aFormula({ triggers: [{ type: "scheduled", properties: { cron }, onSuccess: ["first"] }], ...fields });
