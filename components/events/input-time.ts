const pad = (number: number) => String(number).padStart(2, "0");

/** A time as a field for date and time has it, in the zone of the browser. */
export const inputTime = (at: Date): string =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;

/** The entered time in UTC; null unless it is complete. */
export function timeIn(text: string): string | null {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
