import { lasting } from './serveContract.ts'

/**
 * Builds a reply from its parts, and returns the identical one while all parts are the same: validated and serialized
 * once. It is dropped with its first part, whose lifetime decides.
 */
export function createReplyCache<T extends object>() {
  const made = new WeakMap<object, { parts: readonly unknown[]; reply: T }>()
  return (parts: readonly [object | undefined, ...unknown[]], make: () => T): T => {
    const [first] = parts
    if (first === undefined) return make()
    const known = made.get(first)
    if (known && known.parts.length === parts.length && known.parts.every((part, at) => part === parts[at]))
      return known.reply
    const reply = lasting(make())
    made.set(first, { parts, reply })
    return reply
  }
}
