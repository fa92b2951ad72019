/** Whether this day exists in the calendar. JavaScript dates turn February 30th into March 1st. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  // Years before 100 mean the 20th century there; the calendar repeats every 400 years.
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** Whether a text begins with an ISO 8601 day that the calendar does not have, such as 2024-02-30. */
export function namesImpossibleDay(text: string): boolean {
  const [, year, month, day] = /^\s*(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text) ?? [];
  return year !== undefined && !isCalendarDay(Number(year), Number(month), Number(day));
}

/** The beginning of the first year. */
export const FIRST_TIME = Date.parse("0001-01-01T00:00:00Z");
const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether a time has a year from 1 to 9999. Others are written with a sign, and Postgres refuses most of them. */
export const hasUsualYear = (time: Date): boolean => time.getTime() >= FIRST_TIME && time.getTime() <= LAST_TIME;

export const UNUSUAL_YEAR = "must have a year from 0001 to 9999";
