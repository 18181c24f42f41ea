/** What colleagues call each other in a narrow place. */
export const firstNameOf = (name: string) => name.split(' ')[0] ?? name
