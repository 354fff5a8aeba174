/**
 * A block's rosette, as on a banknote: loops whose petals, depth and turn come from its hash, so that every block is
 * engraved differently and the same block always alike.
 */
export function engraving(hash: string, radius: number): string {
  const byte = (index: number) => Number.parseInt(hash.slice(2 + index * 2, 4 + index * 2), 16) || 0
  const petals = 5 + (byte(31) % 8)
  const inner = 2 + (byte(30) % 5)
  const depth = 0.16 + (byte(29) % 64) / 400
  const loops = 7
  const steps = 144
  const lines: string[] = []
  for (let loop = 0; loop < loops; loop++) {
    const phase = (loop / loops) * Math.PI * 2
    const points: string[] = []
    for (let step = 0; step < steps; step++) {
      const angle = (step / steps) * Math.PI * 2
      const wave = Math.sin(petals * angle + phase) * depth + Math.sin(inner * angle - phase) * depth * 0.5
      const reach = (radius * (0.68 + wave)) / (0.68 + depth * 1.5)
      points.push(`${(radius + reach * Math.cos(angle)).toFixed(1)} ${(radius + reach * Math.sin(angle)).toFixed(1)}`)
    }
    lines.push(`M${points.join('L')}Z`)
  }
  return lines.join('')
}
