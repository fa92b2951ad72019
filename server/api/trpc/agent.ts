import { z } from "zod";
import { allowConnection, allowFormula, forbidAgents } from "#server/services/agent/allow-agents.ts";
import { readAgentAccess } from "#server/services/agent/read-agent-access.ts";
import { agentAccessEndpoints } from "../endpoints/agent-access.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { router, signedIn } from "./trpc.ts";

const ofConnection = inputOf(agentAccessEndpoints.forbidConnection);
const ofFormula = inputOf(agentAccessEndpoints.forbidFormula);
const permission = bodyOf(agentAccessEndpoints.allowConnection).shape;
const subject = z.union([ofConnection, ofFormula]);

export const agent = router({
  /** Null if it is closed to them. */
  read: signedIn.input(subject).query(({ ctx, input }) => readAgentAccess(ctx, input)),
  allow: signedIn
    .input(z.union([ofConnection.extend(permission), ofFormula.extend(permission)]))
    .mutation(({ ctx, input }) =>
      "elementInstanceId" in input
        ? allowConnection(ctx, { elementInstanceId: input.elementInstanceId, permission: input })
        : allowFormula(ctx, { formulaInstanceId: input.formulaInstanceId, permission: input }),
    ),
  forbid: signedIn.input(subject).mutation(({ ctx, input }) => forbidAgents(ctx, input)),
});
