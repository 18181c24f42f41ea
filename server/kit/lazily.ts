/** Makes something when it is first wanted, and keeps it. */
export const lazily = <Made extends object>(make: () => Made): (() => Made) => {
  let made: Made | undefined
  return () => (made ??= make())
}
