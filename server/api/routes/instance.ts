import { changeInstance } from "#server/services/instance/change-instance.ts";
import { changeConfiguration, listConfiguration, readConfiguration } from "#server/services/instance/configuration.ts";
import { createInstance } from "#server/services/instance/create-instance.ts";
import { deleteInstance } from "#server/services/instance/delete-instance.ts";
import { enableInstance } from "#server/services/instance/enable-instance.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";
import { readInstance } from "#server/services/instance/read-instance.ts";
import { traceInstance } from "#server/services/instance/trace-instance.ts";
import * as contract from "../endpoints/instance.ts";
import { Answer, route } from "../route.ts";

/** With the id of the trace, if one was requested. */
const traced = async <Instance>(done: Promise<{ instance: Instance; traceId?: string | undefined }>) => {
  const { instance, traceId } = await done;
  return new Answer(instance, { headers: traceId === undefined ? {} : { "elements-trace-id": traceId } });
};

const asked = ({
  "tags[]": tags,
  ...query
}: {
  "tags[]"?: string[] | undefined;
  searchText?: string | undefined;
  hydrate?: boolean | undefined;
}) => ({
  ...query,
  tags,
});

/** Without parameters the instance is the one of the caller's token. */
export const instanceRoutes = [
  route(contract.listInstances, (ctx, { query, page }) => listInstances(ctx, { ...asked(query), page })),
  route(contract.listInstancesOfElement, (ctx, { params, query, page }) =>
    listInstances(ctx, { ...params, ...asked(query), page }),
  ),
  route(contract.createInstance, (ctx, { body: { element, ...body } }) =>
    traced(createInstance(ctx, element.id ?? element.key ?? "", body)),
  ),
  route(contract.createInstanceOfElement, (ctx, { params, body }) => traced(createInstance(ctx, params.keyOrId, body))),

  route(contract.readInstance, (ctx, { params }) => readInstance(ctx, params)),
  route(contract.readInstanceOfElement, (ctx, { params }) => readInstance(ctx, params)),
  route(contract.replaceInstance, (ctx, { params, body }) => traced(changeInstance(ctx, params, body))),
  route(contract.replaceInstanceOfElement, (ctx, { params, body }) => traced(changeInstance(ctx, params, body))),
  route(contract.replaceOwnInstance, (ctx, { body }) => traced(changeInstance(ctx, {}, body))),
  route(contract.changeInstance, (ctx, { params, body }) => traced(changeInstance(ctx, params, body))),
  route(contract.changeInstanceOfElement, (ctx, { params, body }) => traced(changeInstance(ctx, params, body))),
  route(contract.changeOwnInstance, (ctx, { body }) => traced(changeInstance(ctx, {}, body))),
  route(contract.deleteInstance, (ctx, { params }) => deleteInstance(ctx, params)),
  route(contract.deleteInstanceOfElement, (ctx, { params }) => deleteInstance(ctx, params)),
  route(contract.deleteOwnInstance, (ctx) => deleteInstance(ctx, {})),

  route(contract.enableInstance, (ctx, { params }) => enableInstance(ctx, params, true)),
  route(contract.enableOwnInstance, (ctx) => enableInstance(ctx, {}, true)),
  route(contract.disableInstance, (ctx, { params }) => enableInstance(ctx, params, false)),
  route(contract.disableOwnInstance, (ctx) => enableInstance(ctx, {}, false)),

  route(contract.listConfiguration, (ctx, { params }) => listConfiguration(ctx, params)),
  route(contract.listOwnConfiguration, (ctx) => listConfiguration(ctx, {})),
  route(contract.readConfiguration, (ctx, { params: { configId, ...address } }) =>
    readConfiguration(ctx, address, configId),
  ),
  route(contract.readOwnConfiguration, (ctx, { params }) => readConfiguration(ctx, {}, params.configId)),
  route(contract.changeConfiguration, (ctx, { params: { configId, ...address }, body }) =>
    changeConfiguration(ctx, address, configId, body.propertyValue),
  ),
  route(contract.changeOwnConfiguration, (ctx, { params, body }) =>
    changeConfiguration(ctx, {}, params.configId, body.propertyValue),
  ),

  route(contract.traceInstance, (ctx, { params, body }) =>
    traceInstance(ctx, params, { durationMinutes: body.duration }),
  ),
  route(contract.traceOwnInstance, (ctx, { body }) => traceInstance(ctx, {}, { durationMinutes: body.duration })),
  route(contract.endTraceOfInstance, (ctx, { params }) => traceInstance(ctx, params, { durationMinutes: 0 })),
  route(contract.endTraceOfOwnInstance, (ctx) => traceInstance(ctx, {}, { durationMinutes: 0 })),
];
