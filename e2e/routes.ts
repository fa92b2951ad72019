/** A page of each kind that signed-in people see. */
export const ROUTES = [
  "/home",
  "/formulas",
  "/formulas/1",
  "/formulas/1/instances/1",
  "/formulas/1/design",
  "/formulas/new",
  "/formulas/new/design",
  "/runs",
  "/runs/1",
  "/runs/why",
  "/runs/why?connection=1&by=object&id=nobody",
  "/connections",
  "/connections/1",
  "/connections/new",
  "/connections/new/democrm",
];
