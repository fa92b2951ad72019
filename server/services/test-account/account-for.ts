import type { Context } from "#server/context.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";

/** The account for the requests of an unpublished definition. */
export type Account = {
  /** The context in which the account is found by its id, although it is no element instance. */
  ctx: Context;
  connection: OpenInstance;
  /** Adapts the ports of its requests: how changes of its configuration are stored. */
  keep: (ports: ElementPorts) => ElementPorts;
};

type Opening = {
  /** The current account; null after it was deleted. */
  open: () => Promise<OpenInstance | null>;
  keep: (ports: ElementPorts) => ElementPorts;
};

/** An account that is no element instance; within this context it is found like one. */
export async function accountFor(ctx: Context, { open, keep }: Opening): Promise<Account> {
  const connection = await open();
  if (!connection) throw new Failure("notFound", "The test account was deleted.");
  const { id } = connection.instance;
  const { find, findOfAllOrganizations } = ctx.openInstances;
  return {
    connection,
    ctx: {
      ...ctx,
      openInstances: {
        find: (viewer, elementInstanceId) => (elementInstanceId === id ? open() : find(viewer, elementInstanceId)),
        findOfAllOrganizations: (elementInstanceId) =>
          elementInstanceId === id ? open() : findOfAllOrganizations(elementInstanceId),
      },
    },
    keep: (ports) => ({
      ...keep(ports),
      formula: () =>
        Promise.reject(
          new Failure("badRequest", "A formula cannot run for a test account. Use an instance of the element."),
        ),
    }),
  };
}
