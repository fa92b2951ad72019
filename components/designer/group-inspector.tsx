"use client";

import { Copy, CopyPlus, Trash2 } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { useDesign } from "./design.ts";
import { copySelection } from "./use-clipboard.ts";

/** What can be done with many steps at once. */
export function GroupInspector({ names }: { names: string[] }) {
  const change = useDesign((design) => design.change);
  const select = useDesign((design) => design.select);
  return (
    <div className="grid gap-4 p-4">
      <h2 className="font-semibold leading-tight">{names.length} steps selected</h2>
      <div className="grid gap-2">
        <Button onClick={copySelection}>
          <Copy aria-hidden="true" className="size-4" /> Copy
        </Button>
        <Button onClick={() => change({ do: "duplicateSteps", names }, `Copied ${names.join(", ")}.`)}>
          <CopyPlus aria-hidden="true" className="size-4" /> Duplicate
        </Button>
        <Button
          kind="danger"
          onClick={() => change({ do: "removeSteps", names }, `Deleted ${names.join(", ")}. Ctrl Z brings them back.`)}
        >
          <Trash2 aria-hidden="true" className="size-4" /> Delete
        </Button>
      </div>
      <ul aria-label="Selected steps" className="grid gap-1">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => select({ step: name })}
              className="min-h-8 w-full break-words rounded-lg px-2 text-left text-accent text-sm hover:bg-tint"
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-muted text-xs">Ctrl V pastes copied steps, also into another formula.</p>
    </div>
  );
}
