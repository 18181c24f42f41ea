import { readFile, writeFile } from 'node:fs/promises'
import { readMigrations } from './migrate.ts'

const FILE = new URL('./migrations/SHA256SUMS', import.meta.url)

/** The sum of each migration since it was added, as `sha256sum` writes them: databases have had it, so it stays as it is. */
export const migrationSums = async (): Promise<string[]> => (await readFile(FILE, 'utf8')).trimEnd().split('\n')

export const currentSums = async (): Promise<string[]> =>
  (await readMigrations()).map(({ name, digest }) => `${digest}  ${name}`)

/** Adds the sums of new migrations, and changes none; run by `npm run tables`. */
export const addSums = async (): Promise<void> => {
  const known = await migrationSums()
  const names = new Set(known.map(nameOf))
  const added = (await currentSums()).filter((line) => !names.has(nameOf(line)))
  const lines = [...known, ...added].toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
  await writeFile(FILE, `${lines.join('\n')}\n`)
}

const nameOf = (line: string) => line.split('  ')[1] ?? ''
