/** The speed of the visitor's machine and network. */
export type Profile = { name: string; label: string; cpu: number; line?: { bytesPerSecond: number; latencyMs: number } }

export const profiles: readonly Profile[] = [
  { name: '1x', label: 'CPU 1x', cpu: 1 },
  { name: '4x', label: 'CPU 4x', cpu: 4 },
  {
    name: 'phone',
    label: 'CPU 4x, 1.6 Mbit/s, 150 ms',
    cpu: 4,
    line: { bytesPerSecond: 1_600_000 / 8, latencyMs: 150 },
  },
]
