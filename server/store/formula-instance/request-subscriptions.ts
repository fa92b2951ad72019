import type pg from "pg";
import type { Db } from "../database/prisma.ts";

/** A request that triggers a formula instance. */
export type RequestSubscription = {
  formulaInstanceId: number;
  organizationId: number;
  elementInstanceId: number;
  method: string;
  /** The path without the hub. */
  path: string;
};

/** Replaces all subscriptions of the formula instances with these. */
export async function replace(
  db: Db,
  organizationId: number,
  formulaInstanceIds: number[],
  subscriptions: RequestSubscription[],
): Promise<void> {
  await db.requestSubscription.deleteMany({ where: { organizationId, formulaInstanceId: { in: formulaInstanceIds } } });
  if (subscriptions.length > 0) await db.requestSubscription.createMany({ data: subscriptions });
}

/**
 * Lists the formula instances that requests with this method to the element instance trigger. Whether their owners may
 * see the instance is not checked.
 */
export async function ofElementInstance(
  pool: pg.Pool,
  { organizationId, elementInstanceId, method }: { organizationId: number; elementInstanceId: number; method: string },
): Promise<RequestSubscription[]> {
  const { rows } = await pool.query<RequestSubscription>({
    name: "request_subscriptions",
    text: `select formula_instance_id as "formulaInstanceId", organization_id as "organizationId",
      element_instance_id as "elementInstanceId", method, path
      from request_subscription where element_instance_id = $1 and method = $2 and organization_id = $3`,
    values: [elementInstanceId, method, organizationId],
  });
  return rows;
}
