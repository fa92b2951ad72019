/** The options of a list that grows: each page of a response says where the next one begins, the last one does not. */
export const NEXT_PAGE = {
  getNextPageParam: <Next>({ next }: { next?: Next | null }): Next | undefined => next ?? undefined,
};
