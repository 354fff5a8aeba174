/** Why a label is invalid, checked locally. */
export type LabelProblem = 'short' | 'signs' | 'hyphens'

const shortest = 4
const longest = 63

/** Normalizes a typed name: lowercase, without the zone if that was typed too. */
export function toLabel(typed: string, zone: string): string {
  const small = typed.trim().toLowerCase()
  return small.endsWith(`.${zone}`) ? small.slice(0, -zone.length - 1) : small
}

/** Why a label is invalid; the server knows the other rules. */
export function labelProblem(label: string): LabelProblem | undefined {
  if (/[^a-z0-9-]/.test(label) || label.length > longest) return 'signs'
  if (label.length < shortest) return 'short'
  if (label.startsWith('-') || label.endsWith('-') || label.slice(2, 4) === '--') return 'hyphens'
  return undefined
}

/** The zone of the operator's names, if valid: a server could return anything, and this is displayed and signed. */
export const zoneOf = ({ zone = '' }: { zone?: string | undefined }): string | undefined =>
  /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(zone) ? zone : undefined
