/** Words that would impersonate the operator or a service of theirs. */
/** Exported for the tests. */
export const reserved: ReadonlySet<string> = new Set(
  'admin administrator billfold support help helpdesk security official team root wallet account accounts api www mail email info system staff moderator service payments billing abuse postmaster webmaster hostmaster null undefined guardian relay faucet treasury'.split(
    ' ',
  ),
)

/** Why a label cannot be registered, in a sentence; undefined if it can. */
export function labelObstacle(label: string): string | undefined {
  if (label.length < 4) return 'A name has at least 4 characters.'
  if (label.length > 63) return 'A name has at most 63 characters.'
  if (!/^[a-z0-9-]+$/.test(label)) return 'A name has only the letters a to z, digits and hyphens.'
  if (label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--')
    return 'A name does not begin or end with a hyphen, nor has two of them after its second character.'
  if (reservedLooks.has(skeletonOf(label))) return 'This name is kept for the operator.'
  return undefined
}

/**
 * Characters' lookalikes. Each is replaced by itself, whatever stands beside it, and no replacement contains a
 * character that has one: so one pass is enough and order does not matter. A letter that looks like two others is
 * written as those two. `8` stays: it is not confused with `6`. Changes need a migration that writes the stored
 * skeletons again.
 */
export const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ 0: 'o', 1: 'l', 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'b', 7: 't', 9: 'g' },
    ...{ i: 'l', q: 'g', m: 'rn', w: 'vv', d: 'cl', '-': '' },
  }),
)

/** A label's appearance: two labels with the same skeleton could be confused. */
export const skeletonOf = (label: string): string =>
  [...label].map((character) => lookalikes.get(character) ?? character).join('')

const reservedLooks = new Set([...reserved].map(skeletonOf))
