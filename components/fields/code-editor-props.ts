export type CodeEditorProps = {
  label: string;
  language: "javascript" | "json";
  value: string;
  onChange: (value: string) => void;
  /** TypeScript declarations of the values in scope. */
  globals?: string;
  rows?: number;
};

/** The text and selection of a plain field when it was replaced by the editor while it had the focus. */
export type TakenOver = {
  text: string;
  /** The selection, in characters. */
  start: number;
  end: number;
};
