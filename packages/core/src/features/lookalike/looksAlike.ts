import type { Namespace } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'

/**
 * People compare the ends of an address, because screens show only those: four to six characters, often fewer. By
 * chance, two addresses share three characters at each end once in 16 million pairs, and eight in total once in
 * hundreds of millions; an address that shares this many was made to. Fewer edits than these are a typo: unrelated
 * addresses differ in about 30.
 */
const endsAtLeast = 3
const bothAtLeast = 8
const editsAtMost = 8

/** Whether one address could be mistaken for the other. Symmetric. */
export function looksAlike(namespace: Namespace, a: string, b: string): boolean {
  const [one, other] = [bodyOf(a), bodyOf(b)]
  if (sameAddress(namespace, a, b) || one.length < 16 || other.length < 16) return false
  const head = sharedHead(one, other)
  const tail = sharedHead(reversed(one), reversed(other))
  if (head >= endsAtLeast && tail >= endsAtLeast) return true
  return head + tail >= bothAtLeast || editDistance(one, other, editsAtMost) <= editsAtMost
}

/** People do not compare case, even where it makes a different address. */
const bodyOf = (address: string) => address.replace(/^0x/i, '').toLowerCase()
const reversed = (text: string) => [...text].reverse().join('')

function sharedHead(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Levenshtein distance up to `limit`, computed near the diagonal only. */
export function editDistance(a: string, b: string, limit: number): number {
  const far = limit + 1
  if (Math.abs(a.length - b.length) > limit) return far
  let row = new Uint8Array(b.length + 1).map((_, at) => Math.min(at, far))
  for (let i = 1; i <= a.length; i++) {
    const next = new Uint8Array(b.length + 1).fill(far)
    if (i <= limit) next[0] = i
    let least = i <= limit ? i : far
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const changed = (row[j - 1] ?? far) + Number(a.charCodeAt(i - 1) !== b.charCodeAt(j - 1))
      const count = Math.min(changed, (row[j] ?? far) + 1, (next[j - 1] ?? far) + 1, far)
      next[j] = count
      if (count < least) least = count
    }
    if (least > limit) return far
    row = next
  }
  return row[b.length] ?? far
}

/** The positions where two addresses of one length differ, for highlighting. */
export function differences(namespace: Namespace, a: string, b: string): readonly boolean[] {
  return [...a].map((sign, at) => !sameAddress(namespace, sign, b[at]))
}
