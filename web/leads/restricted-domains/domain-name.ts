/** What a person pastes, as a domain: scheme, `@` and what stands before it, path and port stripped, lower case. The server decides. */
export const cleanDomain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/[/?#:\s][^]*/, '')
    .replace(/\.$/, '')
