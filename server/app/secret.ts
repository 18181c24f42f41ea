import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writtenOnce } from '#server/db/written-once.ts'

/** What is wrong with the secret, as the rest of a sentence; undefined when it will do. */
export function secretFlaw(secret: string): string | undefined {
  if (secret.length < 32) return `has ${secret.length} characters, and needs at least 32.`
  if (KNOWN.test(secret)) return 'is a published example. Make one with "openssl rand -base64 48".'
  if (new Set(secret).size < 10 || isSequence(secret))
    return 'repeats itself, so it can be guessed. Make one with "openssl rand -base64 48".'
  return undefined
}

/** The secret of this data folder: made once, readable by its owner alone. */
export function keptSecret(dataFolder: string): string {
  // Others may pass through the folder, since root's database runs as somebody else.
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 })
  return writtenOnce(secretFile(dataFolder), () => randomBytes(48).toString('base64url')).trim()
}

export const secretFile = (dataFolder: string) => join(dataFolder, 'secret')

const KNOWN = /change.?me|secret|password|example|leadroom|default|your.?key|development|abcdefgh|12345678/i

const isSequence = (text: string): boolean => {
  const steps = Array.from(text.slice(1), (letter, index) => letter.charCodeAt(0) - text.charCodeAt(index))
  return new Set(steps).size <= 3
}
