/** The accounts of the demo organization. Its password is no secret: the sign-in page shows it. */
export const DEMO_PASSWORD = "formulary-demo";
export const DEMO_ADMINISTRATOR = "demo@formulary.test";
export const DEMO_PEOPLE = [
  { email: DEMO_ADMINISTRATOR, firstName: "Demo", lastName: "Administrator", role: "administrator" },
  { email: "designer@formulary.test", firstName: "Demo", lastName: "Designer", role: "designer" },
  { email: "viewer@formulary.test", firstName: "Demo", lastName: "Viewer", role: "viewer" },
] as const;
