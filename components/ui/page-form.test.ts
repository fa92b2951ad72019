import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Why leaving the page with one of these forms may lose what is in it: they are not in a dialog, and save nothing. */
const OTHERS: Record<string, readonly string[]> = {
  "searches and filters": [
    "executions/page/iteration-field.tsx",
    "executions/why/why-not.tsx",
    "ui/search-form.tsx",
    "values/find-in-value.tsx",
  ],
  "a draft keeps what they add": ["common-resources/mapping/add-field.tsx", "designer/parts/variables-panel.tsx"],
  "requests and test runs": ["designer/run/run-dock.tsx", "operation-forms/request-form.tsx"],
  "pages for people who are not signed in": [
    "hosted-connect/hosted-form.tsx",
    "invite/accept-invitation.tsx",
    "setup/setup-form.tsx",
    "shell/sign-in-form.tsx",
  ],
  "the content of a dialog in another file": [
    "builder/accounts/connect-form.tsx",
    "bulk-jobs/new-download.tsx",
    "bulk-jobs/new-upload.tsx",
  ],
  "the form itself": ["ui/page-form.tsx"],
};

/** The forms that the browser sends by itself. */
const SENT_BY_BROWSER = [
  // A search, whose words are the address of its page.
  "documentation/search-box.tsx",
  // A file that opens in a new window.
  "explorer/download-reply.tsx",
];

test("a form is a PageForm, which asks before its input is lost, or in a dialog, which does so, too", () => {
  const others = Object.values(OTHERS).flat();
  const forms = globSync("components/**/*.tsx").filter((file) => /<Form\b/.test(readFileSync(file, "utf8")));
  const left = forms
    .filter((file) => !/<Dialog\b/.test(readFileSync(file, "utf8")))
    .map((file) => file.slice("components/".length));
  expect(left.sort(), "Use PageForm, or say here why nothing is lost.").toEqual([...others].sort());
});

test("a form is a Form, which the browser never sends with its fields in the address", () => {
  const forms = globSync("{app,components}/**/*.tsx").filter((file) => /<form\b/.test(readFileSync(file, "utf8")));
  const expected = ["ui/form.tsx", ...SENT_BY_BROWSER].map((file) => `components/${file}`);
  expect(forms.sort(), "Use Form, or PageForm.").toEqual(expected.sort());
});

test("fields that a form needs say beside them what is wrong with their value", () => {
  const raw = globSync("{app,components}/**/*.tsx").filter((file) =>
    /<(?:input|textarea|select)\n[^<>]*?\s(?:required|pattern=)(?!:)\b/.test(readFileSync(file, "utf8")),
  );
  expect(raw, "Use TextField, or useFieldCheck.").toEqual(["components/ui/text-field.tsx"]);
});
