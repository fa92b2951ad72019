/**
 * The keys of values that version 0.1.0 and builds after it stored without the user: views, connections for tests, positions of
 * steps, and unsaved drafts. Nobody can tell whose they are, so nobody gets to see them.
 */
const OWNERLESS = /^formulary(?:[.](?:run-views$|test[.]connection[.]|positions[.])|-draft-)/;

export function forgetOwnerless(): void {
  for (const area of ["localStorage", "sessionStorage"] as const) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage)) if (OWNERLESS.test(key)) storage.removeItem(key);
    } catch {
      // The browser forbids storage: there is nothing in it.
    }
  }
}
