import { lasting } from './serveContract.ts'

/**
 * Makes a reply of its parts, and the very same again for as long as each of them is the same: checked and written once. It is forgotten with its
 * first part, so anyone who remembers that one decides for how long.
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
