"use client";

import { Dialog } from "../ui/dialog.tsx";
import { useSaid } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";

/** What was said since the page was opened, for who missed it. */
export function MessagesDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const said = useSaid();
  return (
    <Dialog {...props} title="Messages" words="What was done here since you opened the Workbench, the latest first.">
      {said.length === 0 ? (
        <p className="text-muted text-sm">Nothing yet.</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {said.map(({ id, at, title, description }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="min-w-0 break-words">
                <span className="font-medium">{title}</span>
                {description && <span className="block text-muted">{description}</span>}
              </span>
              <span className="text-muted text-xs">
                <When at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
