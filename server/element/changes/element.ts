import { type ChangeRule, EVERY_INSTANCE, isSame } from "./change-rule.ts";

export const authenticationChanged: ChangeRule = {
  rule: "authenticationChanged",
  isBreaking: true,
  find: ({ before, after }) =>
    before.authentication.type === after.authentication.type
      ? []
      : [
          {
            path: ["authentication", "type"],
            message: `The authentication type changes from ${before.authentication.type} to ${after.authentication.type}: existing connections must be connected again.`,
            concerns: EVERY_INSTANCE,
          },
        ],
};

export const keyChanged: ChangeRule = {
  rule: "keyChanged",
  isBreaking: true,
  find: ({ before, after }) =>
    before.key === after.key
      ? []
      : [
          {
            path: ["key"],
            message: `The key changes from "${before.key}" to "${after.key}": API clients that use the old key no longer find the element.`,
            concerns: { everyClient: true },
          },
        ],
};

export const elementHooksChanged: ChangeRule = {
  rule: "elementHooksChanged",
  isBreaking: false,
  find: ({ before, after }) =>
    isSame(before.hooks, after.hooks)
      ? []
      : [{ path: ["hooks"], message: "The hooks of the element change.", concerns: EVERY_INSTANCE }],
};
