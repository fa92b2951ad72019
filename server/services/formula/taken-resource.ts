import { Failure } from "#server/errors.ts";

/** Converts the database's rejection of a second formula with the same method and uri in an account to a conflict. */
export async function refuseTakenResource<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    const isTaken =
      error instanceof Error && "code" in error && error.code === "P2002" && JSON.stringify(error).includes("uri");
    if (!isTaken) throw error;
    throw new Failure("conflict", "uri: another formula of this account already uses this method and uri.", {
      cause: error,
    });
  }
}
