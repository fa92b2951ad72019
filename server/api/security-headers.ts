const YEAR_SECONDS = 365 * 24 * 3600;

/** What every response carries, of whatever kind. Browsers come back by HTTPS alone where people reach us by HTTPS. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  ...(publicUrl.startsWith("https:") && { "strict-transport-security": `max-age=${YEAR_SECONDS}; includeSubDomains` }),
});
