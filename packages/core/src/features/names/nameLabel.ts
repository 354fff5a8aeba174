/** What keeps a label from being a name, before anyone is asked. */
export type LabelProblem = 'short' | 'signs' | 'hyphens'

const shortest = 4
const longest = 63

/** What was typed, as names are written: in small letters, without the zone where that was typed too. */
export function toLabel(typed: string, zone: string): string {
  const small = typed.trim().toLowerCase()
  return small.endsWith(`.${zone}`) ? small.slice(0, -zone.length - 1) : small
}

/** Why a label is none; the server knows the rest of the rules. */
export function labelProblem(label: string): LabelProblem | undefined {
  if (/[^a-z0-9-]/.test(label) || label.length > longest) return 'signs'
  if (label.length < shortest) return 'short'
  if (label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--') return 'hyphens'
  return undefined
}

/** Where names are given away, if that is a name at all: a server could say anything, and this is drawn and signed. */
export const zoneOf = ({ zone = '' }: { zone?: string | undefined }): string | undefined =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(zone) ? zone : undefined
