/** A band of interlaced waves in the style of engravers; its rhythm comes from a block's hash. */
export function waveBand(hash: string, width: number, height: number): string {
  const byte = (index: number) => Number.parseInt(hash.slice(2 + index * 2, 4 + index * 2), 16) || 0
  const slow = 1.5 + (byte(28) % 4) / 2
  const fast = 5 + (byte(27) % 5)
  const lines = 12
  const steps = 120
  const band: string[] = []
  for (let line = 0; line < lines; line++) {
    const phase = (line / lines) * Math.PI * 2
    const points: string[] = []
    for (let step = 0; step <= steps; step++) {
      const along = (step / steps) * Math.PI * 2
      const swell = 0.34 + 0.14 * Math.cos(along * 2)
      const wave = Math.sin(slow * along + phase) * swell + Math.sin(fast * along - phase) * (0.48 - swell) * 0.5
      points.push(`${((step / steps) * width).toFixed(1)} ${(height / 2 + wave * height).toFixed(1)}`)
    }
    band.push(`M${points.join('L')}`)
  }
  return band.join('')
}
