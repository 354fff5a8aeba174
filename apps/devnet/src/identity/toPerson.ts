import { createHash } from 'node:crypto'
import type { Person } from './providerTable.ts'

/** The person behind a name at a provider: the same name is the same person, even after a restart. */
export function toPerson(provider: string, typed: string, isVerified: boolean): Person {
  const name = typed.trim()
  const email = name.includes('@') ? name : `${name.replace(/[^\w.+-]+/g, '.')}@${provider}.example`
  const digest = createHash('sha256').update(`${provider}\0${name}`).digest()
  // Small enough for GitHub, whose ids are numbers in JSON.
  return { sub: String(digest.readUIntBE(0, 6) + 1), name: name.replace(/@.*/, ''), email, isVerified }
}
