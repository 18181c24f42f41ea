/** The page of a person's permissions. */
export const personPath = (id: number) => `/app/people/${id}`
