import { OPERATORS_ROLES } from "../account/roles.ts";
import { changeOperatorsRole, ROLE_CHANGES, type RoleChange } from "../services/user/operators-roles.ts";
import { onCheckedDatabase } from "./checked-database.ts";

// `npm run role`: grants or revokes a role above those of an organization (docs/administration.md).
const USAGE = `Usage: npm run role -- grant|revoke ${OPERATORS_ROLES.join("|")} ada@example.com`;

const [change = "", roleKey, email, ...more] = process.argv.slice(2);
try {
  if (!isChange(change) || !roleKey || !email || more.length > 0) throw new Error(USAGE);
  const hasChanged = await onCheckedDatabase("role", ({ db }) =>
    changeOperatorsRole({ db }, { change, roleKey, email }),
  );
  const has = change === "grant" ? "has" : "does not have";
  console.log(hasChanged ? `${email} now ${has} the role ${roleKey}.` : `Nothing to do: ${email} ${has} this role.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function isChange(text: string): text is RoleChange {
  return Object.hasOwn(ROLE_CHANGES, text);
}
