export type CodeEditorProps = {
  label: string;
  language: "javascript" | "json";
  value: string;
  onChange: (value: string) => void;
  /** TypeScript declarations of the values in scope. */
  globals?: string;
  rows?: number;
};
