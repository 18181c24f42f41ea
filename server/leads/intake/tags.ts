/** Tags as they are stored: each once however it is written, and no empty ones; null for none. */
export const readTags = (sent: readonly string[] | undefined): string[] | null => {
  const tags = eachOnce((sent ?? []).map((tag) => tag.replace(/\s+/g, ' ').trim()).filter((tag) => tag !== ''))
  return tags.length > 0 ? tags : null
}

/** The first way of writing a tag counts. */
export const eachOnce = (tags: readonly string[]): string[] => {
  const seen = new Set<string>()
  return tags.filter((tag) => seen.size < seen.add(tag.toLowerCase()).size)
}
