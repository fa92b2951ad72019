import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/account.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { auditRoutes } from "./routes/audit.ts";
import { executionRoutes } from "./routes/executions.ts";
import { formulaRoutes } from "./routes/formula.ts";
import { formulaInstanceRoutes } from "./routes/formula-instance.ts";
import { integrationRoutes } from "./routes/integration.ts";
import { jobRoutes } from "./routes/job.ts";
import { notificationRoutes } from "./routes/notification.ts";
import { openApiRoute } from "./routes/openapi.ts";

const platformRoutes: Route[] = [
  ...accountRoutes,
  ...formulaRoutes,
  ...formulaInstanceRoutes,
  ...executionRoutes,
  ...analyticsRoutes,
  ...jobRoutes,
  ...notificationRoutes,
  ...auditRoutes,
  ...integrationRoutes,
];

/** Every route of the platform API. */
export const ROUTES: Route[] = [...platformRoutes, openApiRoute(platformRoutes)];
