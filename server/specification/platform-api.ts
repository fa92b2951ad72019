/** The paths of the platform API that clients of this kind of product call, with their methods. */
const PATHS = `
  /accounts GET POST
  /accounts/instances GET
  /accounts/objects/definitions DELETE GET POST
  /accounts/objects/{objectName}/definitions DELETE GET POST PUT
  /accounts/{accountId}/formulas/{formulaId}/instances GET
  /accounts/{id} DELETE GET PATCH PUT
  /accounts/{id}/elements/{keyOrId}/transformations DELETE GET
  /accounts/{id}/elements/{keyOrId}/transformations/{objectName} DELETE GET POST PUT
  /accounts/{id}/instances GET
  /accounts/{id}/objects/definitions DELETE GET POST
  /accounts/{id}/objects/{objectName}/definitions DELETE GET POST PUT
  /accounts/{id}/objects/{objectName}/transformations GET
  /accounts/{id}/users GET POST
  /accounts/{id}/users/{emailOrId} GET
  /accounts/{id}/users/{userId} DELETE PATCH PUT
  /audit-logs GET
  /audit-logs/authentication GET
  /audit-logs/common-resources GET
  /audit-logs/common-resources/{commonResourceName} GET
  /audit-logs/element-instances GET
  /audit-logs/element-instances/{elementInstanceId} GET
  /audit-logs/elements GET
  /audit-logs/elements/{elementId} GET
  /audit-logs/formulas GET
  /authentication/passwords POST
  /common-resources GET
  /common-resources/{name} DELETE
  /customers/identity-providers GET POST
  /customers/identity-providers/{id} DELETE GET
  /customers/me GET
  /customers/organizations GET
  /customers/organizations/{id} DELETE GET
  /customers/signup POST
  /docs/{hub} GET
  /elements POST GET
  /elements/convert POST
  /elements/keys GET
  /elements/oauthProxies GET POST
  /elements/oauthProxies/{id} DELETE
  /elements/oauthProxies/{id}/applicationUrl POST DELETE
  /elements/{id}/docs GET
  /elements/{id}/metadata GET
  /elements/{id}/versions GET
  /elements/{keyOrId} DELETE PUT GET
  /elements/{keyOrId}/accounts GET
  /elements/{keyOrId}/accounts/{accountId} PUT DELETE
  /elements/{keyOrId}/active DELETE PUT
  /elements/{keyOrId}/authentication-types GET
  /elements/{keyOrId}/authentication-types/{type}/configurations GET
  /elements/{keyOrId}/cheat-sheet GET
  /elements/{keyOrId}/client-sdks/{type} GET
  /elements/{keyOrId}/clone POST
  /elements/{keyOrId}/configuration GET POST
  /elements/{keyOrId}/configuration/{configurationKey} DELETE PUT
  /elements/{keyOrId}/export GET
  /elements/{keyOrId}/hooks GET POST
  /elements/{keyOrId}/hooks/{hookId} DELETE GET PUT
  /elements/{keyOrId}/instances GET POST
  /elements/{keyOrId}/instances/{id} DELETE GET PUT
  /elements/{keyOrId}/oauth/token GET
  /elements/{keyOrId}/oauth/url GET POST
  /elements/{keyOrId}/objects GET POST
  /elements/{keyOrId}/objects/{id} DELETE GET PUT
  /elements/{keyOrId}/objects/{id}/fields GET POST
  /elements/{keyOrId}/objects/{id}/fields/{fieldId} DELETE GET PUT
  /elements/{keyOrId}/parameters GET POST
  /elements/{keyOrId}/parameters/{id} DELETE PUT
  /elements/{keyOrId}/resources GET POST
  /elements/{keyOrId}/resources/{id} DELETE GET PUT
  /elements/{keyOrId}/resources/{id}/hooks GET POST
  /elements/{keyOrId}/resources/{id}/hooks/{hookId} DELETE GET PUT
  /elements/{keyOrId}/resources/{id}/models DELETE GET POST
  /elements/{keyOrId}/resources/{id}/parameters GET POST
  /elements/{keyOrId}/resources/{id}/parameters/{parameterId} DELETE PUT
  /elements/{keyOrId}/trace/{traceId} GET
  /elements/{keyOrId}/transformations GET
  /events/{elementKey} GET POST
  /formulas GET POST
  /formulas/instances GET
  /formulas/instances/executions GET
  /formulas/instances/executions/steps/{stepExecutionId} GET
  /formulas/instances/executions/steps/{stepExecutionId}/values GET
  /formulas/instances/executions/{executionId} GET PATCH
  /formulas/instances/executions/{executionId}/errors GET
  /formulas/instances/executions/{executionId}/retries PUT DELETE
  /formulas/instances/executions/{executionId}/steps GET
  /formulas/instances/{formulaInstanceId} GET DELETE
  /formulas/instances/{formulaInstanceId}/executions POST GET
  /formulas/instances/{formulaInstanceId}/executions/errors GET
  /formulas/{formulaId}/instances/executions/errors GET
  /formulas/{formulaId}/instances/{formulaInstanceId}/executions GET
  /formulas/{id} GET PUT PATCH DELETE
  /formulas/{id}/configuration POST
  /formulas/{id}/configuration/{configId} GET PUT DELETE
  /formulas/{id}/docs GET
  /formulas/{id}/export GET
  /formulas/{id}/instances GET POST
  /formulas/{id}/instances/{formulaInstanceId} GET PUT DELETE
  /formulas/{id}/instances/{formulaInstanceId}/active PUT DELETE
  /formulas/{id}/monitored PUT DELETE
  /formulas/{id}/steps GET POST
  /formulas/{id}/steps/{stepId} GET PUT DELETE
  /formulas/{id}/triggers POST
  /formulas/{id}/triggers/{triggerId} GET PUT DELETE
  /hubs GET POST
  /hubs/keys GET
  /hubs/{key} DELETE GET
  /hubs/{key}/elements GET
  /instances DELETE GET PATCH POST PUT
  /instances/configuration GET
  /instances/configuration/{configId} GET PATCH
  /instances/docs GET
  /instances/docs/{operationId} GET
  /instances/docs/{operationId}/definitions GET
  /instances/enabled DELETE PUT
  /instances/events GET
  /instances/events/analytics GET
  /instances/events/analytics/accounts GET
  /instances/events/analytics/instances GET
  /instances/events/dispositions GET
  /instances/events/{eventId} GET
  /instances/objects/definitions GET
  /instances/objects/{objectName}/definitions DELETE GET POST PUT
  /instances/trace-logging DELETE PUT
  /instances/transformations DELETE GET
  /instances/transformations/{objectName} DELETE GET POST PUT
  /instances/{id} DELETE GET PATCH PUT
  /instances/{id}/configuration GET
  /instances/{id}/configuration/{configId} GET PATCH
  /instances/{id}/docs GET
  /instances/{id}/docs/{operationId} GET
  /instances/{id}/docs/{operationId}/definitions GET
  /instances/{id}/enabled DELETE PUT
  /instances/{id}/events GET
  /instances/{id}/events/{eventId} GET
  /instances/{id}/objects/definitions GET
  /instances/{id}/objects/{objectName}/definitions DELETE GET POST PUT
  /instances/{id}/trace-logging DELETE PUT
  /instances/{id}/transformations DELETE GET
  /instances/{id}/transformations/{objectName} DELETE GET POST PUT
  /integrations/{integrationId}/formulas/{formulaId} POST DELETE
  /jobs GET POST
  /jobs/executions GET
  /jobs/{id} DELETE GET
  /jobs/{id}/disable PUT
  /jobs/{id}/enable PUT
  /jobs/{id}/history GET
  /jobs/{id}/history/{historyId} GET
  /jobs/{id}/reschedule PATCH
  /metrics/api GET
  /metrics/bulk-jobs GET
  /metrics/element-instances-created GET
  /metrics/elements-created GET
  /metrics/events GET
  /metrics/formula-executions GET
  /metrics/hub-api GET
  /metrics/hubs-created GET
  /metrics/vdrs-created GET
  /metrics/vdrs-invoked GET
  /notifications GET POST
  /notifications/subscriptions GET POST
  /notifications/subscriptions/{id} GET DELETE
  /notifications/{id} GET DELETE
  /notifications/{id}/acknowledge PUT
  /organizations POST
  /organizations/elements/{keyOrId}/transformations DELETE GET
  /organizations/elements/{keyOrId}/transformations/{objectName} DELETE GET POST PUT
  /organizations/me GET PUT
  /organizations/objects/definitions DELETE GET POST
  /organizations/objects/{objectName}/definitions DELETE GET POST PUT
  /organizations/objects/{objectName}/transformations GET
  /organizations/users GET POST
  /organizations/users/{emailOrId} GET
  /organizations/users/{id} DELETE PATCH
  /organizations/{id}/accounts GET POST
  /organizations/{id}/accounts/{accountId} GET
  /usage GET
  /usage/analytics/activity GET
  /usage/analytics/activity/elements GET
  /usage/analytics/statuses GET
  /usage/analytics/times GET
  /usage/{id} GET
  /users GET
  /users/{emailOrId} GET
  /users/{id} DELETE PATCH
  /users/{id}/roles GET
  /users/{userId}/roles/{roleKey} DELETE PUT
  /vdrs GET
  /vdrs/import PUT
  /vdrs/{name}/export GET
`;

/** `GET /formulas/{id}`. */
export const PLATFORM_API: readonly string[] = PATHS.trim()
  .split("\n")
  .flatMap((line) => {
    const [path, ...methods] = line.trim().split(" ");
    return methods.map((method) => `${method} ${path}`);
  });
