"use client";

import { Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";

type Props = {
  /** The label of the button that opens the dialog. */
  label: string;
  dialog: (state: { open: boolean; onOpenChange: (open: boolean) => void }) => ReactNode;
  /** Further actions, behind the button. */
  children?: ReactNode;
};

/** The actions on a row of an administrators' list: a dialog that changes it, and others. */
export function RowActions({ label, dialog, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" className="px-3" aria-label={label} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Pencil aria-hidden="true" className="size-4" />
      </Button>
      {children}
      {dialog({ open: isOpen, onOpenChange: setIsOpen })}
    </>
  );
}
