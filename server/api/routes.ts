import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/account.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { auditRoutes } from "./routes/audit.ts";
import { notificationRoutes } from "./routes/notification.ts";

/** Every route of the platform API. */
export const ROUTES: Route[] = [...accountRoutes, ...auditRoutes, ...analyticsRoutes, ...notificationRoutes];
