import { z } from "zod";
import { OWNERSHIPS } from "#server/element/definition/ownership.ts";
import { activateElement } from "#server/services/element/activate-element.ts";
import { cloneElement } from "#server/services/element/clone-element.ts";
import { createElement } from "#server/services/element/create-element.ts";
import { deleteElement } from "#server/services/element/delete-element.ts";
import {
  describeElement,
  describeObjects,
  describeOperation,
  describeOperations,
  describeResources,
} from "#server/services/element/describe-element.ts";
import { grantElementAccess, revokeElementAccess } from "#server/services/element/element-access.ts";
import { exportElement } from "#server/services/element/export-element.ts";
import { listAccountsWithAccess } from "#server/services/element/list-accounts-with-access.ts";
import { hubsOfElements, summarizeElements } from "#server/services/element/summarize-elements.ts";
import { elementEndpoints } from "../endpoints/element.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { pageRequest, searched } from "./lists.ts";
import { forViewers, router, signedIn } from "./trpc.ts";

const one = z.object({ elementKey: inputOf(elementEndpoints.readElement).shape.keyOrId });
const partOf = searched.extend(one.shape);
const ofOperation = one.extend({ operationId: elementEndpoints.documentElement.query.shape.operationId.unwrap() });
const { accountId } = inputOf(elementEndpoints.grantElementAccess).shape;

/** The element and the requested part of its list. */
const partInput = ({ elementKey: keyOrId, ...input }: z.output<typeof partOf>) => ({ keyOrId, ...pageRequest(input) });

export const elements = router({
  /** Each with its address and its connections; `next` is the cursor of the next page. */
  list: signedIn
    .input(searched.extend({ hub: z.string().max(255).optional(), ownership: z.enum(OWNERSHIPS).optional() }))
    .query(({ ctx, input: { hub, ownership, ...input } }) =>
      summarizeElements(ctx, { hub, ownership, ...pageRequest(input) }),
    ),
  hubs: signedIn.query(({ ctx }) => hubsOfElements(ctx)),
  read: signedIn.input(one).query(({ ctx, input }) => describeElement(ctx, input.elementKey)),
  resources: signedIn.input(partOf).query(({ ctx, input }) => describeResources(ctx, partInput(input))),
  objects: signedIn.input(partOf).query(({ ctx, input }) => describeObjects(ctx, partInput(input))),
  operations: signedIn.input(partOf).query(({ ctx, input }) => describeOperations(ctx, partInput(input))),
  operation: signedIn
    .input(ofOperation)
    .query(({ ctx, input: { elementKey: keyOrId, ...input } }) => describeOperation(ctx, { keyOrId, ...input })),
  /** Other accounts that may use it. */
  accounts: signedIn.input(partOf).query(({ ctx, input }) => listAccountsWithAccess(ctx, partInput(input))),
  share: signedIn
    .input(one.extend({ accountId, on: z.boolean() }))
    .mutation(({ ctx, input: { elementKey: keyOrId, accountId, on } }) =>
      (on ? grantElementAccess : revokeElementAccess)(ctx, { keyOrId, accountId }),
    ),
  /** A mutation, as the export may contain the client's secret. */
  export: forViewers
    .meta({ storesResponse: false })
    .input(one)
    .mutation(({ ctx, input }) => exportElement(ctx, { keyOrId: input.elementKey })),
  create: signedIn
    .input(bodyOf(elementEndpoints.createElement))
    .mutation(async ({ ctx, input }) => placeOf(await createElement(ctx, input))),
  clone: signedIn.input(one).mutation(async ({ ctx, input }) => placeOf(await cloneElement(ctx, input.elementKey))),
  switch: signedIn.input(one.extend({ on: z.boolean() })).mutation(async ({ ctx, input: { elementKey, on } }) => {
    const { active } = await activateElement(ctx, { keyOrId: elementKey, active: on });
    return { active };
  }),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteElement(ctx, input.elementKey)),
});

/** The fields of a new element that a screen needs: the caller's account owns it, so its key addresses it. */
const placeOf = ({ id, key, name }: { id: number; key: string; name: string }) => ({ id, key, name });
