/** One see-through dot. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

/**
 * Keeps a button's place in a server's page, so that nothing moves when it comes. An image, because its size and
 * alignment are attributes: a style attribute would need an exception in the site's policy, and a shadow root in the
 * markup would be gone before React looks for it.
 */
export function Placeholder({ width, height }: { width: number; height: number }) {
  const place = { align: 'absmiddle' }
  return <img src={nothing} alt="" width={width} height={height} {...place} />
}
