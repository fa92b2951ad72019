import { account } from "./account.ts";
import { connection } from "./connection.ts";
import { design } from "./design.ts";
import { execution } from "./execution.ts";
import { formula } from "./formula.ts";
import { formulaInstance } from "./formula-instance.ts";
import { home } from "./home.ts";
import { invite } from "./invite.ts";
import { notification } from "./notification.ts";
import { setup } from "./setup.ts";
import { router } from "./trpc.ts";

/** What the screens of the Workbench ask, by noun. The services behind are those of the REST API. */
export const screenRouter = router({
  account,
  connection,
  design,
  execution,
  formula,
  formulaInstance,
  home,
  invite,
  notification,
  setup,
});

export type ScreenRouter = typeof screenRouter;
