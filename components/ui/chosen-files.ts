/** A chosen file, with its path below the chosen folder; the path of a single file is its name. */
export type ChosenFile = { file: File; path: string };

/** The files of an input, single ones or those of a folder. */
export const chosenFiles = (files: FileList | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));

/** The dropped files, including those in dropped folders; without `withFolders` a folder counts as a file. */
export async function droppedFiles(
  { files, items }: DataTransfer,
  { withFolders }: { withFolders: boolean },
): Promise<ChosenFile[]> {
  // The entries are only available during the event.
  const entries = withFolders ? [...items].flatMap((item) => item.webkitGetAsEntry() ?? []) : [];
  if (entries.length === 0) return chosenFiles(files);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, "") }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: ChosenFile[] = [];
  // A reader returns a hundred at a time.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    found.push(...(await Promise.all(entries.map(filesBelow))).flat());
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
