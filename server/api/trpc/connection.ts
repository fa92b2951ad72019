import { z } from "zod";
import type { Context } from "#server/context.ts";
import { CONNECT_VALUES } from "#server/demo/connect-values.ts";
import { connectionStateOf, type Unproven } from "#server/element/connection-state.ts";
import { replacementOf, statusOf } from "#server/element/definition/element-status.ts";
import { everyRow, mapPage } from "#server/page.ts";
import { listElements } from "#server/services/element/list-elements.ts";
import { listEvents } from "#server/services/event/list-events.ts";
import { readWatch } from "#server/services/event/read-watch.ts";
import { watchChanges } from "#server/services/event/watch-changes.ts";
import { deleteUnusedInstance } from "#server/services/formula-instance/delete-unused-element-instance.ts";
import { replaceElementInstance, usesOf } from "#server/services/formula-instance/replace-element-instance.ts";
import { listHubs } from "#server/services/hub-catalog/list-hubs.ts";
import { beginAuthorization } from "#server/services/instance/begin-authorization.ts";
import { changeInstance } from "#server/services/instance/change-instance.ts";
import { readConnectForm } from "#server/services/instance/connect-form.ts";
import { createInstance } from "#server/services/instance/create-instance.ts";
import { enableInstance } from "#server/services/instance/enable-instance.ts";
import { takingSigned } from "#server/services/instance/event-address.ts";
import { listOperations } from "#server/services/instance/list-operations.ts";
import { listBrokenInstances, nameInstances, searchInstances } from "#server/services/instance/name-instances.ts";
import { readInstance } from "#server/services/instance/read-instance.ts";
import { readOperation } from "#server/services/instance/read-operation.ts";
import { readToken } from "#server/services/instance/read-token.ts";
import { listPollers } from "#server/services/poller/list-pollers.ts";
import { pollNow } from "#server/services/poller/poll-now.ts";
import { findUnproven } from "#server/services/usage/find-unproven.ts";
import { lastCalls } from "#server/services/usage/last-calls.ts";
import { formulaInstanceEndpoints } from "../endpoints/formula-instance.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { instanceDocsEndpoints } from "../endpoints/instance-docs.ts";
import { pollerEndpoints } from "../endpoints/poller.ts";
import { bodyOf, id, inputOf } from "./inputs.ts";
import { firstPage, pageRequest, searched, stateCursor } from "./lists.ts";
import { repeatable, router, signedIn } from "./trpc.ts";

const LAST_EVENTS = 20;
const one = inputOf(instanceEndpoints.readInstance);
const ofElement = z.object({ elementKey: inputOf(instanceEndpoints.createInstanceOfElement).shape.keyOrId });
const FILLED_IN = { name: true, configuration: true } as const;
const filledIn = bodyOf(instanceEndpoints.createInstanceOfElement).pick(FILLED_IN);
const refilled = bodyOf(instanceEndpoints.changeInstance).pick(FILLED_IN);

export const connection = router({
  /** The elements that can be connected, and their hubs. */
  catalog: signedIn.query(async ({ ctx }) => {
    const [elements, hubs] = await Promise.all([
      everyRow((page) => listElements(ctx, { where: "active='true'", page })),
      everyRow((page) => listHubs(ctx, { page })),
    ]);
    return {
      elements: elements
        .map(({ id, key, name, description, hub, private: isPrivate, typeOauth, ...flags }) => ({
          ...{ id, key, name, description, hub, isPrivate, typeOauth },
          isDeprecated: statusOf(flags) === "deprecated",
          replacement: replacementOf(flags),
        }))
        .sort((one, other) => one.name.localeCompare(other.name)),
      hubs: hubs.map(({ key, name }) => ({ key, name })),
    };
  }),
  /** The fields of the connect form for each type of authentication. */
  form: signedIn.input(ofElement).query(async ({ ctx, input: { elementKey } }) => ({
    ...(await readConnectForm(ctx, elementKey)),
    /** Default values of the form for elements of the demo. */
    demo: (ctx.env.DEMO && CONNECT_VALUES[elementKey]) || null,
  })),
  /** Connections that need attention first, then the newest; `next` is the cursor of the next page. */
  list: signedIn
    .input(searched.extend({ cursor: stateCursor, elementId: id.optional() }))
    .query(async ({ ctx, input: { elementId, ...input } }) => {
      const found = await searchInstances(ctx, { elementId, ...pageRequest(input) });
      const unproven = await findUnproven(ctx, found.items);
      return mapPage(found, (instance) => rowOf(ctx, instance, unproven));
    }),
  /** All connections by name, for a choice. */
  names: signedIn.query(({ ctx }) => nameInstances(ctx)),
  /** The connections that a formula, or one of its instances, uses and that do not work. */
  broken: signedIn
    .input(inputOf(formulaInstanceEndpoints.readFormulaInstance).partial({ formulaInstanceId: true }))
    .query(({ ctx, input }) => listBrokenInstances(ctx, input)),
  /** The latest events, one row per object, newest first. */
  events: signedIn.input(one).query(async ({ ctx, input }) => {
    const { items } = await listEvents(ctx, { address: input, page: firstPage(LAST_EVENTS) });
    return items.flatMap(({ id, eventDate, notifiedData }) =>
      notifiedData.map((object) => ({ eventId: Number(id), eventDate, object })),
    );
  }),
  read: signedIn.input(one).query(async ({ ctx, input }) => {
    const instance = await readInstance(ctx, input);
    const [uses, calls, unproven] = await Promise.all([
      usesOf(ctx, input.elementInstanceId),
      lastCalls(ctx, input.elementInstanceId),
      findUnproven(ctx, [instance]),
    ]);
    return {
      ...rowOf(ctx, instance, unproven),
      configuration: instance.configuration,
      calls,
      usedBy: uses.map(({ id, name, active, formulaId, formulaName, variables }) => ({
        id,
        name,
        active,
        formulaId,
        formulaName,
        variables: variables.map((variable) => variable.name),
      })),
    };
  }),
  /** The operations of the connection's element, for a choice. */
  operations: signedIn.input(one).query(({ ctx, input }) => listOperations(ctx, input)),
  operation: signedIn
    .input(inputOf(instanceDocsEndpoints.documentOperation))
    .query(({ ctx, input }) => readOperation(ctx, input)),
  /** The resources that are polled for changes, with their schedule and last outcome. */
  pollers: signedIn.input(one).query(({ ctx, input }) => listPollers(ctx, input)),
  poll: signedIn
    .input(inputOf(pollerEndpoints.pollNow))
    .mutation(({ ctx, input: { resource, ...address } }) => pollNow(ctx, { address, resource })),
  /** Whether the connection watches for changes, how, and which objects it reports. */
  watch: signedIn.input(one).query(({ ctx, input }) => readWatch(ctx, input)),
  watchChanges: signedIn
    .input(one.extend({ on: z.boolean(), kind: z.string().max(50).optional() }))
    .mutation(({ ctx, input }) => watchChanges(ctx, input)),
  /** A mutation, since every read of a secret is in the audit log. */
  token: repeatable.input(one).mutation(({ ctx, input }) => readToken(ctx, input)),
  /** Replaces one connection with another wherever it is used. */
  replace: signedIn
    .input(z.object({ from: id, to: id }))
    .mutation(({ ctx, input }) => replaceElementInstance(ctx, input)),
  create: signedIn.input(ofElement.extend(filledIn.shape)).mutation(async ({ ctx, input: { elementKey, ...given } }) =>
    rowOf(
      ctx,
      (
        await createInstance(ctx, {
          keyOrId: elementKey,
          input: { ...given, configuration: takingSigned(given.configuration) },
        })
      ).instance,
    ),
  ),
  /** The page on which the person grants access; the cookie binds the redirect to their browser. */
  begin: signedIn
    .input(
      ofElement.extend({
        instance: filledIn.extend({ id: id.optional() }),
        /** The page to return to, for users who authorize in the same window. */
        returnTo: z.string().max(500).optional(),
      }),
    )
    .mutation(async ({ ctx, input: { elementKey, ...wanted } }) => {
      const { cookie, oauthUrl } = await beginAuthorization(ctx, {
        ...wanted,
        instance: isNew(wanted.instance)
          ? { ...wanted.instance, configuration: takingSigned(wanted.instance.configuration) }
          : wanted.instance,
        keyOrId: elementKey,
      });
      ctx.replyHeaders.append("set-cookie", cookie);
      return { oauthUrl };
    }),
  change: signedIn
    .input(one.extend(refilled.shape))
    .mutation(async ({ ctx, input: { elementInstanceId, ...changes } }) =>
      rowOf(ctx, (await changeInstance(ctx, { ...changes, address: { elementInstanceId } })).instance),
    ),
  switch: signedIn
    .input(one.extend({ on: z.boolean() }))
    .mutation(({ ctx, input: { on, ...address } }) => enableInstance(ctx, { address, enabled: on })),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteUnusedInstance(ctx, input)),
});

const isNew = ({ id }: { id?: number | undefined }): boolean => id === undefined;

const NONE: ReadonlyMap<number, Unproven> = new Map();

type Shown = Awaited<ReturnType<typeof searchInstances>>["items"][number];

/** Without its token and its configuration, which a list does not need. */
function rowOf({ now }: Pick<Context, "now">, instance: Shown, unproven: ReadonlyMap<number, Unproven> = NONE) {
  const { id, name, valid, disabled, createdDate, tags, elementId, element } = instance;
  return {
    ...{ id, name, valid, disabled, createdDate, tags },
    ...connectionStateOf({ ...instance, unproven: unproven.get(id) }, now()),
    elementKey: element?.key ?? String(elementId),
    elementName: element?.name ?? `Element ${elementId}`,
    hub: element?.hub ?? "",
    oauth: element?.typeOauth ?? false,
  };
}
