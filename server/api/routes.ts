import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/account.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { auditRoutes } from "./routes/audit.ts";
import { docsRoutes } from "./routes/docs.ts";
import { elementRoutes } from "./routes/element.ts";
import { elementOauthRoutes } from "./routes/element-oauth.ts";
import { elementPartRoutes } from "./routes/element-parts.ts";
import { executionRoutes } from "./routes/executions.ts";
import { formulaRoutes } from "./routes/formula.ts";
import { formulaInstanceRoutes } from "./routes/formula-instance.ts";
import { hubCatalogRoutes } from "./routes/hub-catalog.ts";
import { instanceRoutes } from "./routes/instance.ts";
import { instanceDocsRoutes } from "./routes/instance-docs.ts";
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
  ...elementRoutes,
  ...elementPartRoutes,
  ...hubCatalogRoutes,
  ...instanceRoutes,
  ...instanceDocsRoutes,
  ...elementOauthRoutes,
];

const documentedRoutes = [...platformRoutes, ...docsRoutes(platformRoutes)];

/** Every route of the platform API. */
export const ROUTES: Route[] = [...documentedRoutes, openApiRoute(documentedRoutes)];
