/** Names in dates, as Java writes them in English. */
export const MONTHS = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** From Sunday on. */
export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export const HALVES = ["AM", "PM"];
export const ERAS = ["BC", "AD"];
