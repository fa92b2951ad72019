import { Failure } from "#server/errors.ts";

/** Turns the database's refusal of a second formula under one method and uri of an account into a conflict. */
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
