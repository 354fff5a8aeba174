/** A picture as wallets announce theirs: a data URI, drawn for the gallery. */
export const picture = (hue: number, shape: 'disc' | 'bars' | 'peak' = 'disc'): string => {
  const ink = `hsl(${hue} 40% 92%)`
  const shapes = {
    disc: `<circle cx="20" cy="20" r="9" fill="${ink}"/>`,
    bars: `<path d="M12 12h16M12 20h16M12 28h10" stroke="${ink}" stroke-width="3" stroke-linecap="round"/>`,
    peak: `<path d="m10 28 10-16 10 16z" fill="${ink}"/>`,
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 38% 40%)"/>${shapes[shape]}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
