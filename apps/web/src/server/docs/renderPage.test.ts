import { expect, test } from 'vitest'
import { createHeadingIds } from './headingIds.ts'
import { parsePage } from './parsePage.ts'
import { renderPage } from './renderPage.ts'
import { type LinkContext, resolveLink } from './resolveLink.ts'

const pageOf = (source: string, markdown: string) =>
  parsePage({ slug: source.replace(/^docs\//, '').replace(/\.md$/, ''), title: 'T', source }, markdown)

const other = pageOf('docs/guides/other.md', '# Other\n\n## The one & only `option`\n\nText.')
const context: LinkContext = {
  pages: [other],
  hasFile: (file) => file === 'SECURITY.md',
  repository: undefined,
  sitePaths: ['/playground'],
}
const noPicture = () => ({ fault: 'no picture' })

function draw(markdown: string, links: Partial<LinkContext> = {}) {
  const page = pageOf('docs/page.md', markdown)
  const all = { ...context, pages: [page, other], ...links }
  return renderPage(page, { link: (href) => resolveLink(page, href, all), picture: noPicture })
}

test('a page has one heading of the first rank, and anchors as repositories make them', () => {
  const { html } = draw('# Page\n\n## What is *here*?\n\n## What is here\n\n# Second\n')
  expect(html).toContain('<h1>Page</h1>')
  expect(html).toContain('<h2 id="what-is-here">What is <em>here</em>?')
  expect(html).toContain('<h2 id="what-is-here-1">')
  expect(html).toContain('<h2 id="second">')
  const idOf = createHeadingIds()
  expect(['A & B', 'With viem, ethers, wagmi and @solana/kit', 'Node’s http'].map(idOf)).toEqual([
    'a--b',
    'with-viem-ethers-wagmi-and-solanakit',
    'nodes-http',
  ])
})

test('links between files become links between pages, and others lead to the repository', () => {
  const { html, faults } = draw(
    '# Page\n\n[a](guides/other.md#the-one--only-option) [b](#page) [c](/playground) [d](https://x.example/) [e](../SECURITY.md)',
    { repository: 'https://code.example/kit' },
  )
  expect(html).toContain('href="/docs/guides/other#the-one--only-option"')
  expect(html).toContain('href="/playground"')
  expect(html).toContain('href="https://x.example/" rel="noreferrer"')
  expect(html).toContain('href="https://code.example/kit/blob/main/SECURITY.md"')
  // The page's own name is not an anchor: its top is.
  expect(faults).toEqual(['docs/page.md: docs/page.md has no heading #page'])
  expect(draw('# Page\n\n[e](../SECURITY.md)').html).toContain('title="SECURITY.md"')
})

test.each([
  ['[x](guides/none.md)', 'docs/guides/none.md does not exist'],
  ['[x](guides/other.md#nowhere)', 'docs/guides/other.md has no heading #nowhere'],
  ['[x](/nowhere)', '/nowhere is not a page of the site'],
  ['![x](none.png)', 'no picture'],
  ['Some <b>bold</b>', 'raw HTML: <b>'],
  ['<div onclick="x()">y</div>', 'raw HTML: <div onclick="x()">y</div>'],
  ['<!-- tabs framework -->\n\n**React**\n\nText', '<!-- tabs --> is never closed'],
  ['<!-- tabs framework -->\n\nText\n\n<!-- /tabs -->', 'a group of tabs begins with something else than a bold label'],
  ['<!-- /cards -->', '<!-- /cards --> closes nothing'],
])('%s is a fault', (markdown, fault) => {
  expect(draw(`# Page\n\n${markdown}`).faults).toContain(`docs/page.md: ${fault}`)
})

test('tabs: the first is open, each names its panel, and the file reads without them', () => {
  const { html, faults } = draw(
    '# Page\n\n<!-- tabs framework -->\n\n**React**\n\n```tsx\nconst a = 1\n```\n\n**Next.js**\n\nTwo.\n\n<!-- /tabs -->\n\nAfter.',
  )
  expect(faults).toEqual([])
  expect(html).toMatch(
    /role="tab" id="(tab-\d+-react)" aria-controls="(panel-\d+-react)" aria-selected="true" tabindex="0"/,
  )
  expect(html).toMatch(/role="tab"[^>]* aria-selected="false" tabindex="-1" data-tab="nextjs">Next\.js</)
  expect(html).toMatch(/role="tabpanel"[^>]*data-tab="nextjs" data-closed>/)
  expect(html).toMatch(/<\/div><\/div><p>After\.<\/p>/)
})

test('a sample has its file’s name, its exact text, and nothing that a browser would run', () => {
  const { html } = draw('# Page\n\n```tsx app/page.tsx\n<b title="x">{a && `</code>`}</b> // why\n```')
  expect(html).toContain('<span>app/page.tsx</span>')
  const code = /<code>(.*)<\/code>/s.exec(html)?.[1] ?? ''
  const text = code
    .replace(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  expect(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toBe('<b title="x">{a && `</code>`}</b> // why')
  expect(code).toContain('<span class="c-comment">// why</span>')
})

test('a long name breaks after an underscore, and stays one word', () => {
  expect(draw('# A\n\nSet `DATABASE_POOL_SIZE` and `eth_getLogs`.').html).toContain(
    '<code>DATABASE_<wbr>POOL_<wbr>SIZE</code> and <code>eth_getLogs</code>',
  )
})
