import { type Namespace, namespaces } from '@billfold/protocol/caip'
import * as z from 'zod/mini'

/** A contact that the visitor named. */
export type Contact = { namespace: Namespace; address: string; name: string }

const prefix = 'contact_'
const kept = z.object({
  namespace: z.enum(namespaces),
  address: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(40)),
})

/** The contacts among an account's stored entries, by name; ignores all other entries. */
export function readBook(metadata: Readonly<Record<string, unknown>>): Contact[] {
  return Object.entries(metadata)
    .flatMap(([key, value]) => (key.startsWith(prefix) ? readContact(value) : []))
    .sort((a, b) => a.name.localeCompare(b.name))
}

function readContact(value: unknown): Contact[] {
  try {
    const read = kept.safeParse(JSON.parse(String(value)))
    return read.success ? [read.data] : []
  } catch {
    return [] // another writer's entry
  }
}

/**
 * An entry for each contact, keyed by a hash of its address: when two devices change different contacts at once,
 * neither change is lost.
 */
export async function entryOf({ namespace, address, name }: Contact, isKept = true) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${namespace}:${address}`))
  const key = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { [`${prefix}${key}`]: isKept ? JSON.stringify({ namespace, address, name }) : null }
}
