/** Nothing is loaded from another origin. */
const SHARED = {
  "default-src": "'self'",
  // Code editors and drawings set inline styles at run time; a style cannot read or send data here.
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data: blob:",
  "worker-src": "'self' blob:",
  "object-src": "'none'",
  "base-uri": "'self'",
  "form-action": "'self'",
};

/**
 * The Content-Security-Policy of a page. Only the inline scripts of Next run, because they carry the `nonce` of this
 * response. A development server evaluates its modules.
 */
export function pagePolicy(nonce: string, { isDevelopment = false, frameAncestors = "'none'" } = {}): string {
  const scripts = `'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ""}`;
  return Object.entries({
    ...SHARED,
    "frame-ancestors": frameAncestors,
    "script-src": scripts,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** The policy of files that pages load, such as scripts of workers. */
export const filePolicy = ({ isDevelopment = false } = {}): string =>
  `default-src 'self'; script-src 'self'${isDevelopment ? " 'unsafe-eval'" : ""}; frame-ancestors 'none'`;
