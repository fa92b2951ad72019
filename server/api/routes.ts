import type { Route } from "./route.ts";
import { accountRoutes } from "./routes/account.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { auditRoutes } from "./routes/audit.ts";
import { authenticationRoutes } from "./routes/authentication.ts";
import { clientSdkRoutes } from "./routes/client-sdk.ts";
import { deadLetterRoutes } from "./routes/dead-letter.ts";
import { deliveryRoutes } from "./routes/delivery.ts";
import { docsRoutes } from "./routes/docs.ts";
import { elementRoutes } from "./routes/element.ts";
import { elementOauthRoutes } from "./routes/element-oauth.ts";
import { elementPartRoutes } from "./routes/element-parts.ts";
import { elementProductRoutes } from "./routes/element-product.ts";
import { eventRoutes } from "./routes/event.ts";
import { executionRoutes } from "./routes/execution.ts";
import { formulaRoutes } from "./routes/formula.ts";
import { formulaInstanceRoutes } from "./routes/formula-instance.ts";
import { hubCatalogRoutes } from "./routes/hub-catalog.ts";
import { instanceRoutes } from "./routes/instance.ts";
import { instanceDocsRoutes } from "./routes/instance-docs.ts";
import { integrationRoutes } from "./routes/integration.ts";
import { jobRoutes } from "./routes/job.ts";
import { notificationRoutes } from "./routes/notification.ts";
import { openApiRoute } from "./routes/openapi.ts";
import { organizationRoutes } from "./routes/organization.ts";
import { pollerRoutes } from "./routes/poller.ts";
import { subscriptionRoutes } from "./routes/subscription.ts";
import { usageRoutes } from "./routes/usage.ts";
import { userRoutes } from "./routes/user.ts";

const platformRoutes: Route[] = [
  ...authenticationRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...formulaRoutes,
  ...formulaInstanceRoutes,
  ...executionRoutes,
  ...analyticsRoutes,
  ...jobRoutes,
  ...deadLetterRoutes,
  ...deliveryRoutes,
  ...subscriptionRoutes,
  ...notificationRoutes,
  ...auditRoutes,
  ...integrationRoutes,
  ...elementRoutes,
  ...elementPartRoutes,
  ...hubCatalogRoutes,
  ...instanceRoutes,
  ...instanceDocsRoutes,
  ...pollerRoutes,
  ...elementOauthRoutes,
  ...eventRoutes,
  ...usageRoutes,
  ...elementProductRoutes,
  ...clientSdkRoutes,
];

const documentedRoutes = [...platformRoutes, ...docsRoutes(platformRoutes)];

/** Every route of the platform API. */
export const ROUTES: Route[] = [...documentedRoutes, openApiRoute(documentedRoutes)];
