import pg from "pg";

const { builtins } = pg.types;
const asText = (text: string) => text;

/** Parses numbers that a double holds exactly; others stay texts, so that ids and amounts stay exact. */
function asNumber(text: string): unknown {
  const number = Number(text);
  const digits = text.replace(/[-.]/g, "").replace(/^0+/, "");
  return Number.isFinite(number) && digits.length <= 15 ? number : text;
}

/** Converts `2026-01-02 03:04:05.6` to ISO 8601; values without such a form (`infinity`, years BC) are unchanged. */
const asMoment = (text: string) => (/^\d{4}-\d\d-\d\d \d\d:/.test(text) ? text.replace(" ", "T") : text);

function asInstant(text: string): string {
  const moment = Date.parse(asMoment(text).replace(/([+-]\d\d)$/, "$1:00"));
  return Number.isNaN(moment) ? text : new Date(moment).toISOString();
}

const READERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, asNumber],
  [builtins.NUMERIC, asNumber],
  [builtins.DATE, asText],
  [builtins.TIME, asText],
  [builtins.TIMETZ, asText],
  [builtins.TIMESTAMP, asMoment],
  [builtins.TIMESTAMPTZ, asInstant],
  [builtins.INTERVAL, asText],
  [builtins.BYTEA, (text) => Buffer.from(text.slice(2), "hex").toString("base64")],
]);

/** How columns become JSON: dates and times as ISO 8601 texts, bytes as base64, everything else as usual. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && READERS.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
