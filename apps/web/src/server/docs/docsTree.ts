/** A page of the documentation: where it is shown, and the file it is made from. */
export type DocEntry = {
  /** Its address under `/docs`: `guides/react`; the first page has none. */
  slug: string
  /** Its name in the sidebar. */
  title: string
  /** The Markdown file, from the root of the repository. */
  source: string
}

export type DocGroup = { title: string; pages: readonly DocEntry[] }

const page = (slug: string, title: string, source = `docs/${slug}.md`): DocEntry => ({ slug, title, source })

/** The sidebar, from top to bottom; also the order of Previous and Next. */
export const docsTree: readonly DocGroup[] = [
  {
    title: 'Start',
    pages: [page('', 'Overview', 'docs/README.md'), page('integrators', 'For sites')],
  },
  {
    title: 'Guides',
    pages: [
      page('languages', 'Languages'),
      page('testing', 'Testing'),
      page('server-auth', 'Sign-in on your server'),
      page('names', 'Names'),
      page('drop-in', 'AppKit on your servers'),
    ],
  },
  { title: 'Reference', pages: [page('compatibility', 'Compatibility')] },
  {
    title: 'Operate',
    pages: [
      page('operators', 'The API'),
      page('relay', 'The relay'),
      page('embedded', 'Embedded wallets'),
      page('guardian', 'The guardian'),
      page('devnet', 'The local network'),
    ],
  },
  {
    title: 'Security',
    pages: [page('security', 'Who can do what'), page('security-policy', 'Reporting', 'SECURITY.md')],
  },
  {
    title: 'Architecture',
    pages: [
      page('architecture', 'Architecture'),
      page('adding-a-family', 'Adding a family'),
      page('contributing', 'Contributing', 'CONTRIBUTING.md'),
      page('changelog', 'Changelog', 'CHANGELOG.md'),
    ],
  },
]

/** Every page in the order in which one reads them. */
export const docEntries = (tree = docsTree): readonly DocEntry[] => tree.flatMap(({ pages }) => pages)

/** The address of a page on the site. */
export const docPath = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`)
