import type { ReactNode } from "react";

/** Explains why the draft cannot be saved or published; the children are the actions that solve it. */
export const DraftNotice = ({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 border-line border-b bg-tint px-4 py-2 text-sm">
    <p className="min-w-0 flex-1 basis-64">
      <strong className="font-medium">{title}</strong> {description}
    </p>
    {children}
  </div>
);
