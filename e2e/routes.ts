/**
 * One page of each kind for signed-in users, with its title: `Runs · Formulary` for a list; the heading and the kind
 * for a page about one object.
 */
export const TITLES: Record<string, string> = {
  "/home": "Home · Formulary",
  "/formulas": "Formulas · Formulary",
  "/formulas/1": "{heading} · Formula",
  "/formulas/1/instances/1": "{heading} · Formula instance",
  "/formulas/1/design": "{heading} · Designer",
  "/formulas/new": "New formula · Formulary",
  "/formulas/new/design": "{heading} · Designer",
  "/runs": "Runs · Formulary",
  "/runs/1": "{heading} · Run #1",
  "/runs/why": "Why didn't it run? · Formulary",
  "/runs/why?connection=1&by=object&id=nobody": "Why didn't it run? · Formulary",
  "/connections": "Connections · Formulary",
  "/connections/1": "{heading} · Connection",
  "/connections/new": "Connect an account · Formulary",
  "/connections/new/democrm": "{heading} · Connect an account",
};

export const ROUTES = Object.keys(TITLES);

/** Pages for signed-out visitors. */
export const PUBLIC_TITLES: Record<string, string> = {
  "/": "Formulary",
  "/sign-in": "Sign in · Formulary",
  "/sign-in?error=Unknown": "Sign in · Formulary",
  "/setup": "Sign in · Formulary",
  "/setup/none": "Sign in · Formulary",
  "/invite/none": "Invitation · Formulary",
  "/docs": "Formulary · Docs",
  "/docs/executions": "{heading} · Docs",
  "/docs/search?q=retry": "Search · Docs",
  "/docs/api-reference": "API reference · Docs",
  "/docs/api-reference/jobs": "{heading} · Docs",
  "/nowhere": "Not found · Formulary",
  "/elements/jsp/login.jsp": "Sign in · Formulary",
};
