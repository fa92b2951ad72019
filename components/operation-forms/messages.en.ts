export default {
  send: "Send request",
  missing: "Fill in {names}.",
  needed: "Enter a value for {name}.",
  notJson: "The body is not JSON: {reason}",
  body: "Request body",
  places: {
    path: "Part of the path",
    query: "Query parameter",
    header: "Header",
    form: "Form field",
    multipart: "Part of the form",
  },
  file: {
    none: "Drop a file here, or",
    choose: "Choose a file",
    other: "Choose another file",
    release: "Release to take the file",
    large: "The file has {size}. Files sent from here have at most {most}.",
  },
  view: { title: "View", form: "Form", json: "JSON" },
  nothing: "Not sent",
};
