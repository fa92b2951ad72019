/** A date as the API writes it: UTC with seconds, `2020-10-09T14:38:47Z`. */
export const isoSeconds = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
