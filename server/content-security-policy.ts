/** Nothing comes from another origin, and nothing may put a page of ours into a frame. */
const SHARED = {
  "default-src": "'self'",
  // Code editors and drawings set styles while they run; a style reads nothing and sends nothing here.
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data: blob:",
  "worker-src": "'self' blob:",
  "object-src": "'none'",
  "base-uri": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

/**
 * The Content-Security-Policy of a page. The inline scripts of Next run because they carry the `nonce` of this one
 * response; no others do. A development server evaluates its modules.
 */
export function pagePolicy(nonce: string, { isDevelopment = false } = {}): string {
  const scripts = `'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ""}`;
  return Object.entries({ ...SHARED, "script-src": scripts })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
