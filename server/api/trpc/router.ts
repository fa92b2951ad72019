import { account } from "./account.ts";
import { agent } from "./agent.ts";
import { analytics } from "./analytics.ts";
import { apiKey } from "./api-key.ts";
import { audit } from "./audit.ts";
import { builder } from "./builder.ts";
import { bulkJob } from "./bulk-job.ts";
import { commonResource } from "./common-resource.ts";
import { connect } from "./connect.ts";
import { connection } from "./connection.ts";
import { delivery } from "./delivery.ts";
import { design } from "./design.ts";
import { elements } from "./elements.ts";
import { event } from "./event.ts";
import { execution } from "./execution.ts";
import { explorer } from "./explorer.ts";
import { formula } from "./formula.ts";
import { formulaInstance } from "./formula-instance.ts";
import { formulaTest } from "./formula-test.ts";
import { home } from "./home.ts";
import { invite } from "./invite.ts";
import { notification } from "./notification.ts";
import { operations } from "./operations.ts";
import { organization } from "./organization.ts";
import { poller } from "./poller.ts";
import { preference } from "./preference.ts";
import { requestLog } from "./request-log.ts";
import { schedule } from "./schedule.ts";
import { security } from "./security.ts";
import { setup } from "./setup.ts";
import { router } from "./trpc.ts";
import { user } from "./user.ts";

/** The procedures of the Workbench by noun. They use the same services as the REST API. */
export const screenRouter = router({
  account,
  agent,
  apiKey,
  audit,
  builder,
  analytics,
  bulkJob,
  commonResource,
  connect,
  connection,
  delivery,
  design,
  elements,
  event,
  execution,
  explorer,
  formula,
  formulaInstance,
  formulaTest,
  home,
  invite,
  notification,
  operations,
  organization,
  poller,
  preference,
  requestLog,
  schedule,
  security,
  setup,
  user,
});

export type ScreenRouter = typeof screenRouter;
