const YEAR_SECONDS = 365 * 24 * 3600;

/** Headers of every response. If people use HTTPS, browsers must use HTTPS from then on. */
export const securityHeaders = (publicUrl: string): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  ...(publicUrl.startsWith("https:") && { "strict-transport-security": `max-age=${YEAR_SECONDS}; includeSubDomains` }),
});
