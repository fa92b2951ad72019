import type { Reply } from "../call.ts";

type Consent = {
  client: string;
  scopes: readonly string[];
  /** The target of the form, and its hidden fields. */
  action: string;
  fields: Readonly<Record<string, string>>;
};

/** The page on which a person allows or denies access. */
export function consentPage({ client, scopes, action, fields }: Consent): Reply {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${text(name)}" value="${text(value)}">`,
  );
  const wanted = scopes.map((scope) => `<li>Read and change <b>${text(scope)}</b></li>`);
  return page(
    200,
    `<h1>Allow access?</h1>
     <p><b>${text(client)}</b> asks to use your demo account <b>ada@demo.example</b>:</p>
     <ul>${wanted.join("")}</ul>
     <form method="post" action="${text(action)}">${hidden.join("")}
       <button name="decision" value="allow" autofocus>Allow</button>
       <button name="decision" value="deny" class="quiet">Deny</button>
     </form>`,
  );
}

export const wordsPage = (status: number, words: string): Reply =>
  page(status, `<h1>Demo ID</h1><p>${text(words)}</p>`);

function page(status: number, content: string): Reply {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "x-frame-options": "DENY" },
    raw: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo ID</title><style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 12vh auto; padding: 0 1rem; color: #1c2430 }
  button { font: inherit; padding: .5rem 1.25rem; border: 0; border-radius: .5rem; background: #1d4ed8; color: #fff }
  .quiet { background: #e5e9f0; color: #1c2430 }
</style><main>${content}</main></html>`,
  };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const text = (value: string) => value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
