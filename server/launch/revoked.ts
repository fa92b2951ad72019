/** The demo connection whose access was revoked. */
export const REVOKED = { element: "demoaccounting", name: "Ledgerly of the demo", path: "/checks" };
