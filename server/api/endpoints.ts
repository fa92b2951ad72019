import type { Endpoint } from "./endpoint.ts";
import { accountEndpoints } from "./endpoints/account.ts";
import { agentAccessEndpoints } from "./endpoints/agent-access.ts";
import { analyticsEndpoints } from "./endpoints/analytics.ts";
import { apiKeyEndpoints } from "./endpoints/api-key.ts";
import { auditEndpoints } from "./endpoints/audit.ts";
import { authenticationEndpoints } from "./endpoints/authentication.ts";
import { bulkEndpoints } from "./endpoints/bulk.ts";
import { bulkWorkflowEndpoints } from "./endpoints/bulk-workflow.ts";
import { clientSdkEndpoints } from "./endpoints/client-sdk.ts";
import { commonResourceEndpoints } from "./endpoints/common-resource.ts";
import { commonResourcePartEndpoints } from "./endpoints/common-resource-parts.ts";
import { connectSessionEndpoints } from "./endpoints/connect-session.ts";
import { customerEndpoints } from "./endpoints/customer.ts";
import { deadLetterEndpoints } from "./endpoints/dead-letter.ts";
import { definitionEndpoints } from "./endpoints/definition.ts";
import { deliveryEndpoints } from "./endpoints/delivery.ts";
import { docsEndpoints } from "./endpoints/docs.ts";
import { elementEndpoints } from "./endpoints/element.ts";
import { elementDraftEndpoints } from "./endpoints/element-draft.ts";
import { elementImportEndpoints } from "./endpoints/element-import.ts";
import { elementOauthEndpoints } from "./endpoints/element-oauth.ts";
import {
  elementHookEndpoints,
  elementObjectEndpoints,
  elementParameterEndpoints,
  elementPartEndpoints,
  elementResourceEndpoints,
  objectFieldEndpoints,
  resourceHookEndpoints,
  resourceParameterEndpoints,
} from "./endpoints/element-parts.ts";
import { elementProductEndpoints } from "./endpoints/element-product.ts";
import { elementTestEndpoints } from "./endpoints/element-test.ts";
import { eventEndpoints } from "./endpoints/event.ts";
import { executionEndpoints } from "./endpoints/execution.ts";
import { formulaEndpoints } from "./endpoints/formula.ts";
import { formulaInstanceEndpoints } from "./endpoints/formula-instance.ts";
import { formulaStepEndpoints, formulaTriggerEndpoints, formulaVariableEndpoints } from "./endpoints/formula-parts.ts";
import { formulaTestEndpoints } from "./endpoints/formula-test.ts";
import { hubCatalogEndpoints } from "./endpoints/hub-catalog.ts";
import { instanceEndpoints } from "./endpoints/instance.ts";
import { instanceDocsEndpoints } from "./endpoints/instance-docs.ts";
import { integrationEndpoints } from "./endpoints/integration.ts";
import { jobEndpoints } from "./endpoints/job.ts";
import { notificationEndpoints } from "./endpoints/notification.ts";
import { openApiEndpoint } from "./endpoints/openapi.ts";
import { organizationEndpoints } from "./endpoints/organization.ts";
import { pollerEndpoints } from "./endpoints/poller.ts";
import { subscriptionEndpoints } from "./endpoints/subscription.ts";
import { usageEndpoints } from "./endpoints/usage.ts";
import { userEndpoints } from "./endpoints/user.ts";
import { webhookCaptureEndpoints } from "./endpoints/webhook-capture.ts";

/** One row per noun. */
const NOUNS: Readonly<Record<string, Endpoint>>[] = [
  authenticationEndpoints,
  accountEndpoints,
  userEndpoints,
  organizationEndpoints,
  connectSessionEndpoints,
  customerEndpoints,
  formulaEndpoints,
  formulaTestEndpoints,
  formulaStepEndpoints,
  formulaTriggerEndpoints,
  formulaVariableEndpoints,
  formulaInstanceEndpoints,
  definitionEndpoints,
  agentAccessEndpoints,
  executionEndpoints,
  analyticsEndpoints,
  apiKeyEndpoints,
  jobEndpoints,
  deadLetterEndpoints,
  deliveryEndpoints,
  subscriptionEndpoints,
  notificationEndpoints,
  auditEndpoints,
  integrationEndpoints,
  elementEndpoints,
  elementDraftEndpoints,
  elementTestEndpoints,
  webhookCaptureEndpoints,
  elementImportEndpoints,
  elementResourceEndpoints,
  elementObjectEndpoints,
  objectFieldEndpoints,
  elementParameterEndpoints,
  resourceParameterEndpoints,
  elementHookEndpoints,
  resourceHookEndpoints,
  elementPartEndpoints,
  hubCatalogEndpoints,
  instanceEndpoints,
  instanceDocsEndpoints,
  pollerEndpoints,
  bulkEndpoints,
  bulkWorkflowEndpoints,
  elementOauthEndpoints,
  eventEndpoints,
  usageEndpoints,
  elementProductEndpoints,
  commonResourceEndpoints,
  ...commonResourcePartEndpoints,
];

const platform: Endpoint[] = NOUNS.flatMap((noun) => Object.values(noun));
const documented: Endpoint[] = [
  ...platform,
  ...Object.values(docsEndpoints(platform)),
  ...Object.values(clientSdkEndpoints(platform)),
];

/** Every endpoint of the platform API. */
export const ENDPOINTS: Endpoint[] = [...documented, openApiEndpoint(documented)];
