// Control characters, and those that turn, hide or join the text around them: a wallet's name must look like what it is.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A wallet's own words, made safe to show: one line, nothing invisible, not too long. */
export function cleanText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return ''
  const text = value
    .slice(0, maxLength * 4)
    .replace(unseen, '')
    .replace(/\s+/gu, ' ')
    .trim()
  // Cut after a word, it would end in the space.
  return [...text].slice(0, maxLength).join('').trimEnd()
}

/**
 * A wallet's icon: rendered by an image element, so any inline image is fine. A URL is rejected: fetching it would tell
 * another host who visits the site.
 */
export function cleanIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 500_000) return undefined
  const icon = value.trim()
  return /^data:image\/[a-z0-9.+-]+[;,]/i.test(icon) ? icon : undefined
}
