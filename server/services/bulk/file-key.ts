/** The identity that the encrypted key of a bulk job's files is bound to. */
export const fileKeyIdentity = ({ organizationId, folder }: { organizationId: number; folder: string }): string =>
  `bulk_job.file_key|${organizationId}|${folder}`;
