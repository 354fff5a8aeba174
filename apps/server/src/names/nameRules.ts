/** Words that would pass for the operator or for a service of theirs. */
const reserved = new Set(
  'admin administrator billfold support help helpdesk security official team root wallet account accounts api www mail email info system staff moderator service payments billing abuse postmaster webmaster hostmaster null undefined guardian relay faucet treasury'.split(
    ' ',
  ),
)

/** Why no one can register a label, in a sentence; undefined where someone can. */
export function labelObstacle(label: string): string | undefined {
  if (label.length < 4) return 'A name has at least 4 characters.'
  if (label.length > 63) return 'A name has at most 63 characters.'
  if (!/^[a-z0-9-]+$/.test(label)) return 'A name has only the letters a to z, digits and hyphens.'
  if (label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--')
    return 'A name does not begin or end with a hyphen, nor has two of them after its second character.'
  if (reserved.has(label) || reserved.has(skeletonOf(label))) return 'This name is kept for the operator.'
  return undefined
}

const alike: readonly [RegExp, string][] = [
  [/-/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[0]/g, 'o'],
  [/[1i]/g, 'l'],
  [/[2]/g, 'z'],
  [/[5]/g, 's'],
  [/[6b]/g, '6'],
  [/[9gq]/g, '9'],
]

/** What a label looks like at a glance: two with one skeleton could be taken for each other. */
export const skeletonOf = (label: string): string =>
  alike.reduce((text, [sign, like]) => text.replace(sign, like), label)
