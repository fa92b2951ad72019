import { account } from "./account.ts";
import { agent } from "./agent.ts";
import { audit } from "./audit.ts";
import { builder } from "./builder.ts";
import { bulkJob } from "./bulk-job.ts";
import { commonResource } from "./common-resource.ts";
import { connection } from "./connection.ts";
import { design } from "./design.ts";
import { elements } from "./elements.ts";
import { execution } from "./execution.ts";
import { formula } from "./formula.ts";
import { formulaInstance } from "./formula-instance.ts";
import { formulaTest } from "./formula-test.ts";
import { home } from "./home.ts";
import { invite } from "./invite.ts";
import { notification } from "./notification.ts";
import { setup } from "./setup.ts";
import { router } from "./trpc.ts";
import { user } from "./user.ts";

/** The procedures of the Workbench by noun. They use the same services as the REST API. */
export const screenRouter = router({
  account,
  agent,
  audit,
  builder,
  bulkJob,
  commonResource,
  connection,
  design,
  elements,
  execution,
  formula,
  formulaInstance,
  formulaTest,
  home,
  invite,
  notification,
  setup,
  user,
});

export type ScreenRouter = typeof screenRouter;
