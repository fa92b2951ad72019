/** The newest file of one place into another, straight through: nothing of it is kept. */
export const MOVE_FILES = {
  name: "Move files",
  description: "Takes the first file of one place and streams it into another.",
  engine: "v3",
  configuration: [
    { key: "from", name: "From", type: "elementInstance", description: "Where files are read." },
    { key: "to", name: "To", type: "elementInstance", description: "Where they go." },
    { key: "path", name: "Path", type: "value", description: "Where the file goes, with its name." },
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
      properties: { body: "const [file] = steps.listFiles.response.body;\ndone({ id: file.id });" },
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
        uploadQuery: { path: "${config.path}" },
      },
    },
  ],
};
