const FONTS = ["headerFont", "bodyFont"];
const COLORS = [
  "headerColor",
  "bodyColor",
  "themePrimaryColor",
  "themeSecondaryColor",
  "themeHighlightColor",
  "buttonPrimaryBackgroundColor",
  "buttonPrimaryTextColor",
  "buttonSecondaryBackgroundColor",
  "buttonSecondaryTextColor",
  "buttonDeleteBackgroundColor",
  "buttonDeleteTextColor",
  "logoBackgroundColor",
  "topBarBackgroundColor",
  "navigationBackgroundColor",
  "contextBackgroundColor",
];

/** The fonts and colors of screens. */
export const BRANDING_FIELDS: readonly string[] = [...FONTS, ...COLORS];

const MAX_FONT = 200;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** The problem with a branding, in the original API's wording; undefined if it is valid. */
export function brandingProblem(given: Record<string, unknown>): string | undefined {
  const missing = BRANDING_FIELDS.filter((field) => typeof given[field] !== "string" || given[field] === "");
  if (missing.length > 0) return `Branding missing required field(s): ${missing.join(", ")}`;
  const invalid = COLORS.filter((field) => !COLOR.test(String(given[field])));
  if (invalid.length > 0) return `Branding contains invalid color field(s): ${invalid.join(", ")}`;
  const long = FONTS.filter((field) => String(given[field]).length > MAX_FONT);
  if (long.length > 0) return `${long.join(", ")}: must not be longer than ${MAX_FONT} characters`;
  return undefined;
}
