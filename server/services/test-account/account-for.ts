import type { Context } from "#server/context.ts";
import type { ElementPorts } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";

/** An account to send the requests of an unpublished definition with. */
export type Account = {
  /** The context in which the account is found by its id, also if no table of element instances has it. */
  ctx: Context;
  connection: OpenInstance;
  /** The ports of its requests: with what becomes of changes of its configuration. */
  keep: (ports: ElementPorts) => ElementPorts;
};

type Opening = {
  /** The account as it is by now; null after it was deleted. */
  open: () => Promise<OpenInstance | null>;
  keep: (ports: ElementPorts) => ElementPorts;
};

/** An account that is no element instance: for the requests of this context alone, it is found like one. */
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
