/** Streams the newest file of one service to another without storing it. */
export const MOVE_FILES = {
  name: "Move files",
  description: "Streams the first file of one connection to another.",
  engine: "v3",
  configuration: [
    { key: "from", name: "From", type: "elementInstance", description: "The connection to read files from." },
    { key: "to", name: "To", type: "elementInstance", description: "The connection to write files to." },
    { key: "folder", name: "Folder", type: "value", description: "The folder to write the file to." },
  ],
  triggers: [{ type: "manual", properties: {}, onSuccess: ["listFiles"] }],
  steps: [
    {
      name: "listFiles",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.from}",
        method: "GET",
        api: "/hubs/documents/files",
        query: { pageSize: 1 },
      },
      onSuccess: ["choose"],
    },
    {
      name: "choose",
      type: "script",
      properties: {
        body: [
          "const [file] = steps.listFiles.response.body;",
          "// A place refuses a path that it has; the time makes it another one.",
          "done({ id: file.id, path: `${config.folder}/${Date.now()} ${file.name}` });",
        ].join("\n"),
      },
      onSuccess: ["move"],
    },
    {
      name: "move",
      type: "elementRequestStream",
      properties: {
        downloadElementInstanceId: "${config.from}",
        downloadMethod: "GET",
        downloadApi: "/hubs/documents/files/${steps.choose.id}",
        uploadElementInstanceId: "${config.to}",
        uploadMethod: "POST",
        uploadApi: "/hubs/documents/files",
        uploadQuery: { path: "${steps.choose.path}" },
      },
    },
  ],
};
