import { z } from "zod";
import { listElements } from "#server/services/element/list-elements.ts";
import { listFormulaInstances } from "#server/services/formula-instance/list-formula-instances.ts";
import { listHubs } from "#server/services/hub-catalog/list-hubs.ts";
import {
  listAuthenticationConfiguration,
  listAuthenticationTypes,
} from "#server/services/instance/authentication-types.ts";
import { beginConnection } from "#server/services/instance/begin-connection.ts";
import { changeInstance } from "#server/services/instance/change-instance.ts";
import { createInstance } from "#server/services/instance/create-instance.ts";
import { deleteInstance } from "#server/services/instance/delete-instance.ts";
import { enableInstance } from "#server/services/instance/enable-instance.ts";
import { listInstances } from "#server/services/instance/list-instances.ts";
import { readInstance } from "#server/services/instance/read-instance.ts";
import { first } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const one = z.object({ elementInstanceId: z.int() });
const ofElement = z.object({ elementKey: z.string().max(255) });
const filledIn = z.object({
  name: z.string().trim().min(1, "is required").max(255),
  configuration: z.record(z.string(), z.string()),
});

export const connection = router({
  /** What can be connected, and the hubs it is sorted into. */
  catalogue: signedIn.query(async ({ ctx }) => {
    const [elements, hubs] = await Promise.all([
      listElements(ctx, { where: "active='true'", page: first(500) }),
      listHubs(ctx, { page: first(200) }),
    ]);
    return {
      elements: elements.items
        .map(({ key, name, description, hub, private: isPrivate, typeOauth }) => ({
          key,
          name,
          description,
          hub,
          isPrivate,
          typeOauth,
        }))
        .sort((one, other) => one.name.localeCompare(other.name)),
      hubs: hubs.items.map(({ key, name }) => ({ key, name })),
    };
  }),
  /** What a person is asked for, for each way to authenticate. */
  form: signedIn.input(ofElement).query(async ({ ctx, input: { elementKey } }) => {
    const { defaultValue, options } = await listAuthenticationTypes(ctx, elementKey);
    const types = await Promise.all(
      options.map(async ({ value, description }) => ({
        value,
        description,
        entries: await listAuthenticationConfiguration(ctx, elementKey, value),
      })),
    );
    return { chosen: defaultValue, types };
  }),
  list: signedIn.query(async ({ ctx }) => (await listInstances(ctx, { page: first(500) })).items.map(rowOf)),
  read: signedIn.input(one).query(async ({ ctx, input }) => {
    const instance = await readInstance(ctx, input);
    const elementInstanceId = String(input.elementInstanceId);
    const { items } = await listFormulaInstances(ctx, { elementInstanceId, page: first(50) });
    return {
      ...rowOf(instance),
      configuration: instance.configuration,
      usedBy: items.map(({ id, name, formula }) => ({ id, name, formulaId: formula.id, formulaName: formula.name })),
    };
  }),
  create: signedIn
    .input(ofElement.extend(filledIn.shape))
    .mutation(async ({ ctx, input: { elementKey, ...given } }) =>
      rowOf((await createInstance(ctx, elementKey, given)).instance),
    ),
  /** Where the person grants access; the cookie binds the way back to their browser. */
  begin: signedIn
    .input(ofElement.extend({ instance: filledIn.extend({ id: z.int().optional() }) }))
    .mutation(async ({ ctx, input: { elementKey, instance } }) => {
      const { cookie, oauthUrl } = await beginConnection(ctx, elementKey, { instance });
      ctx.replyHeaders.append("set-cookie", cookie);
      return { oauthUrl };
    }),
  change: signedIn
    .input(one.extend(filledIn.partial().shape))
    .mutation(async ({ ctx, input: { elementInstanceId, ...changes } }) =>
      rowOf((await changeInstance(ctx, { elementInstanceId }, changes)).instance),
    ),
  switch: signedIn
    .input(one.extend({ on: z.boolean() }))
    .mutation(({ ctx, input: { on, ...address } }) => enableInstance(ctx, address, on)),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteInstance(ctx, input)),
});

/** Without its token and its configuration: a list has no use for them. */
const rowOf = ({
  id,
  name,
  valid,
  disabled,
  createdDate,
  tags,
  elementId,
  element,
}: Awaited<ReturnType<typeof listInstances>>["items"][number]) => ({
  id,
  name,
  valid,
  disabled,
  createdDate,
  tags,
  elementKey: element?.key ?? String(elementId),
  elementName: element?.name ?? `Element ${elementId}`,
  hub: element?.hub ?? "",
  oauth: element?.typeOauth ?? false,
});
