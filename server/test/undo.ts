import { changes, type ConfigurationSection } from '#contract/changes.ts'
import type { TestPerson } from './app.ts'

/** Takes back the person's last act, or the last one of a section of the configuration. */
export const undoLast = async (person: TestPerson, section?: ConfigurationSection) => {
  const { data } = await person.call(changes.list, { query: { limit: 1, ...(section && { section }) } })
  await person.call(changes.undo, { body: { changeSet: data[0]!.change_set } })
}
