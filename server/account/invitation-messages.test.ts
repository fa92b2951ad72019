import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import { INVITATION_MESSAGES, invitationProblem } from "./invitation-messages.ts";

const translated = createTranslator({ locale: "en-GB", messages: INVITATION_MESSAGES });
const KEYS = Object.keys(INVITATION_MESSAGES) as (keyof typeof INVITATION_MESSAGES)[];

test.each(KEYS)("the API and the screens say %s in the same words", (key) => {
  const values = { email: "{'#}<b>@example.test", organization: "Tom's {shop}" };
  expect(translated(key, values)).toBe(invitationProblem(key, values).message);
});
