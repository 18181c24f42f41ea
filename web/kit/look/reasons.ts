/** A reason after the number of its rows: "This lead is invalid …" → "are invalid …". */
export const reasonOfMany = (reason: string, count: number) =>
  reason.replace(/^This [a-z ]+? is /, count === 1 ? 'is ' : 'are ')
