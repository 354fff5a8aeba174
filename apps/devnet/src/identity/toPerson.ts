import { createHash } from 'node:crypto'
import type { Person } from './providerTable.ts'

/** Who someone is at a provider: anyone who types the same name there is the same person, also after a restart. */
export function toPerson(provider: string, typed: string, isVerified: boolean): Person {
  const name = typed.trim()
  const email = name.includes('@') ? name : `${name.replace(/[^\w.+-]+/g, '.')}@${provider}.example`
  const digest = createHash('sha256').update(`${provider}\0${name}`).digest()
  // Small enough for GitHub, whose ids are numbers in JSON.
  return { sub: String(digest.readUIntBE(0, 6) + 1), name: name.replace(/@.*/, ''), email, isVerified }
}
