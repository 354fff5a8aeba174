/** A kit's row in the benchmark; times in milliseconds. */
export type PeerRow = {
  label: string
  /** The bare page has no kit: it is the line that the others are measured from. */
  isBare: boolean
  isOurs: boolean
  jsKib: number
  buttonMs: number
  tapMs: number
  dialogMs: number
  packages: number | undefined
}

/** The benchmark beside peers, as `bench/peers/RESULTS.md` has it when the site is built. */
export type PeerResults = {
  date: string
  machine: string
  /** The conditions with the slowest processor and network. */
  condition: string
  rows: readonly PeerRow[]
  targets: { met: number; all: number; missed: readonly string[] }
}
