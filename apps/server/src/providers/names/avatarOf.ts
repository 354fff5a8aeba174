const longestUrl = 2_048
const largestPicture = 65_536

/**
 * A name's picture as a page may load it: an https address, or the picture itself. References to NFTs and other schemes are left
 * out: following them would mean fetching whatever a stranger wrote down.
 */
export function avatarOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (/^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/i.test(text))
    return text.length <= largestPicture ? text : undefined
  if (text.length > longestUrl || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined
}
