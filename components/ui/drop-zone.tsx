"use client";

import { FileUp, FolderUp, type LucideIcon } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useState } from "react";
import { type ChosenFile, chosenFiles, droppedFiles } from "./chosen-files.ts";

type Props = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "accept" | "multiple" | "aria-invalid" | "aria-describedby"
> & {
  label: string;
  /** The instruction, and what happens when a file is dropped. */
  invitation: ReactNode;
  release: string;
  button: string;
  /** The label of a second button, which chooses a folder. Then a folder can also be dropped. */
  folderButton?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** A smaller version, for one field of several. */
  isSmall?: boolean;
  onChoose: (files: ChosenFile[]) => void;
  children?: ReactNode;
};

/** A field for files, which are dropped on it or chosen. */
export function DropZone({
  label,
  invitation,
  release,
  button,
  folderButton,
  inputRef,
  isSmall = false,
  onChoose,
  children,
  ...input
}: Props) {
  const [isOver, setIsOver] = useState(false);

  // A browser would open a file that is dropped outside of the field, and leave the page.
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault();
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);

  return (
    <fieldset
      aria-label={label}
      onDragOver={() => setIsOver(true)}
      // Moving over its own children is not leaving.
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={({ dataTransfer }) => {
        setIsOver(false);
        void droppedFiles(dataTransfer, { withFolders: folderButton !== undefined }).then(onChoose);
      }}
      className={`grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3 rounded-2xl border-2 border-dashed px-6 text-center ${isSmall ? "py-5" : "py-10"} ${isOver ? "border-accent bg-tint" : "border-line"}`}
    >
      <div className="max-w-full text-muted text-sm">{isOver ? release : invitation}</div>
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton {...input} inputRef={inputRef} label={button} Icon={FileUp} onChoose={onChoose} />
        {folderButton && <FileButton label={folderButton} Icon={FolderUp} isFolder onChoose={onChoose} />}
      </div>
      {children}
    </fieldset>
  );
}

type ButtonProps = Omit<
  Props,
  "label" | "invitation" | "release" | "button" | "folderButton" | "isSmall" | "children"
> & {
  label: string;
  Icon: LucideIcon;
  isFolder?: boolean;
};

function FileButton({ label, Icon, isFolder = false, inputRef, onChoose, ...input }: ButtonProps) {
  return (
    <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-line bg-surface px-4 py-2 font-medium text-sm focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-2 hover:border-accent hover:bg-tint">
      <Icon aria-hidden="true" className="size-4" />
      {label}
      <input
        {...input}
        {...(isFolder && { webkitdirectory: "" })}
        ref={inputRef}
        type="file"
        className="sr-only"
        onChange={({ target }) => {
          onChoose(chosenFiles(target.files));
          target.value = "";
        }}
      />
    </label>
  );
}
