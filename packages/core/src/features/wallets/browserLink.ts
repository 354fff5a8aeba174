import { isOpenable } from '../../ports/page.ts'

/**
 * A page's URL, as a wallet's link takes it: percent-encoded, encoded twice (a link within a link), plain without its
 * scheme, or in Base64 as a JSON list. The origin is for links that name who sends the visitor.
 */
const parts: Readonly<Record<string, (page: URL) => string>> = {
  url: ({ href }) => encodeURIComponent(href),
  urlTwice: ({ href }) => encodeURIComponent(encodeURIComponent(href)),
  urlList64: ({ href }) => encodeURIComponent(btoa(JSON.stringify([href]))),
  hostPath: ({ host, pathname, search }) => `${host}${pathname === '/' && !search ? '' : pathname}${search}`,
  origin: ({ origin }) => encodeURIComponent(origin),
}

/**
 * The link that opens a page in a wallet's in-app browser. The fragment stays here: it may hold secrets (Telegram's data,
 * tokens of a login). Synchronous, because an app opens only within the visitor's own press.
 */
export function browserLink(template: string, href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  const page = new URL(href)
  page.hash = ''
  // JSON within a link would break at it; the same page has the escape.
  page.search = page.search.replaceAll('\\', '%5C')
  const link = template.replace(/\{(\w+)\}/g, (whole, part: string) =>
    Object.hasOwn(parts, part) ? parts[part]!(page) : whole,
  )
  return isOpenable(link) ? link : undefined
}
