import path from 'node:path'
import { docPath } from './docsTree.ts'
import type { ParsedPage } from './parsePage.ts'

export type Link = { href: string; isExternal: boolean } | { fault: string } | { plainPath: string }

/** The targets that links are checked against: the pages, the files of the repository, and its URL. */
export type LinkContext = {
  pages: readonly ParsedPage[]
  /** Whether the repository has this file or folder. */
  hasFile: (file: string) => boolean
  /** The repository's URL, if it has one. */
  repository: string | undefined
  /** Addresses of the site itself outside the documentation: `/playground`. */
  sitePaths: readonly string[]
}

/**
 * A link of a Markdown file as a link of its page. One to another file of the documentation leads to that page; one to
 * any other file, to the repository. A dead link is a fault, which fails the build.
 */
export function resolveLink(from: ParsedPage, href: string, context: LinkContext): Link {
  if (/^https?:\/\//.test(href)) return { href, isExternal: true }
  if (href.startsWith('mailto:')) return { href, isExternal: true }
  const [target = '', anchor] = href.split('#')
  if (target.startsWith('/'))
    return context.sitePaths.includes(target)
      ? { href, isExternal: false }
      : { fault: `${href} is not a page of the site` }
  const file =
    target === '' ? from.source : path.posix.normalize(path.posix.join(path.posix.dirname(from.source), target))
  const page = context.pages.find(({ source }) => source === file)
  if (page) {
    if (anchor && !page.headings.some(({ id }) => id === anchor)) return { fault: `${file} has no heading #${anchor}` }
    const hash = anchor ? `#${anchor}` : ''
    return { href: target === '' ? hash : `${docPath(page.slug)}${hash}`, isExternal: false }
  }
  if (!context.hasFile(file)) return { fault: `${file} does not exist` }
  if (!context.repository) return { plainPath: file }
  return { href: `${context.repository}/blob/main/${file}`, isExternal: true }
}
