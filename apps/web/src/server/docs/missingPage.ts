import { docEntries, docPath } from './docsTree.ts'
import { escapeHtml } from './escapeHtml.ts'
import type { ParsedPage } from './parsePage.ts'

/** The page for addresses under /docs that lead nowhere, inside the documentation's frame. */
export const missingPage: ParsedPage = {
  slug: '404',
  title: 'Page not found',
  source: '',
  tokens: [],
  heading: 'Page not found',
  description: 'There is no page at this address.',
  headings: [],
  ids: new Map(),
  sections: [],
}

/** Where a reader without scripts goes on; scripts put the pages nearest to the address in their place. */
const usual = ['', 'quick-start', 'reference/options', 'guides/from-appkit', 'operators']

/** Its text. */
export function missingHtml(): string {
  const links = docEntries()
    .filter(({ slug }) => usual.includes(slug))
    .map(({ slug, title }) => `<li><a href="${docPath(slug)}">${escapeHtml(title)}</a></li>`)
  return `<div data-missing><h1>Page not found</h1>
<p>The documentation has no page at <code class="missing-path">this address</code>. Perhaps you’re looking for:</p>
<ul class="missing-pages">${links.join('')}</ul>
<p><button type="button" class="button missing-search">Search the docs</button></p></div>`
}
