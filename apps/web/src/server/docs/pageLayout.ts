import { type DocEntry, type DocGroup, docEntries, docPath } from './docsTree.ts'
import { escapeHtml } from './escapeHtml.ts'
import type { Heading, ParsedPage } from './parsePage.ts'

const icon = (path: string): string =>
  `<svg class="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`
const icons = {
  menu: icon('M3 5.5h14M3 10h14M3 14.5h14'),
  search: icon('M9 15a6 6 0 1 0 0-12a6 6 0 0 0 0 12zM13.5 13.5l3.5 3.5'),
  theme: icon('M10 3a7 7 0 1 0 7 7a5.5 5.5 0 0 1-7-7z'),
  close: icon('M5 5l10 10M15 5l-10 10'),
  back: icon('M12 5l-5 5l5 5'),
  on: icon('M8 5l5 5l-5 5'),
}
const mark =
  '<svg class="mark" width="28" height="28" viewBox="0 0 20 20" aria-hidden="true"><path d="M5 5.5V4.2c0-.66.54-1.2 1.2-1.2h7.6c.66 0 1.2.54 1.2 1.2V5.5"/><path d="M2.5 7.5c0-1.1.9-2 2-2h11c1.1 0 2 .9 2 2v7.5c0 1.1-.9 2-2 2h-11c-1.1 0-2-.9-2-2z"/><path d="M10 5.5V17"/><path d="M13.25 11.25h1.75"/></svg>'

export type Layout = {
  page: ParsedPage
  html: string
  tree: readonly DocGroup[]
  indexUrl: string
  earlyScript: string
  repository: string | undefined
}

/** A page's additions to the document's head. The early script sets the theme before the first paint. */
export function layoutHead({ page, earlyScript }: Layout): string {
  const title = page.slug === '' ? 'Documentation · Billfold' : `${page.heading} · Billfold docs`
  return `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(page.description)}"><script src="${earlyScript}"></script>`
}

/** A page with everything around its text; one that is made from no file has no neighbors and nothing to edit. */
export function layoutBody({ page, html, tree, indexUrl, repository }: Layout): string {
  const group = tree.find(({ pages }) => pages.some(({ slug }) => slug === page.slug))
  const contents = page.headings.filter(({ depth }) => depth <= 3)
  const hasContents = page.slug !== '' && contents.length > 1
  return `<a class="skip" href="#content">Skip to the text</a>
<header class="bar">
<button type="button" class="bar-button menu" popovertarget="side" aria-label="Menu">${icons.menu}</button>
<a class="brand" href="/" aria-label="Billfold home">${mark}<span>Billfold</span></a>
<a class="bar-docs" href="/docs">Docs</a>
<button type="button" class="find" aria-haspopup="dialog" aria-label="Search" aria-keyshortcuts="/">${icons.search}<span>Search</span><kbd>/</kbd></button>
<nav class="bar-links" aria-label="Site"><a href="/gallery">Gallery</a><a href="/playground">Playground</a></nav>
<button type="button" class="bar-button theme" aria-label="Switch between light and dark">${icons.theme}</button>
</header>
<div class="frame${hasContents ? '' : ' frame-wide'}">
<nav id="side" class="side" popover aria-label="Documentation">${side(tree, page.slug)}</nav>
<main id="content" tabindex="-1">
<article class="${page.slug === '' ? 'prose first' : 'prose'}">${group && page.slug !== '' ? `<p class="crumb">${escapeHtml(group.title)}</p>` : ''}
${hasContents ? `<details class="here-phone"><summary>On this page</summary>${list(contents)}</details>` : ''}
${html}</article>
${page.source === '' ? '' : `${turn(page, tree)}\n<footer class="page-foot">${editLink(page, repository)}</footer>`}
</main>
${hasContents ? `<nav class="here" aria-label="On this page"><p>On this page</p>${list(contents)}</nav>` : ''}
</div>
<dialog class="search" aria-label="Search the documentation" data-index="${indexUrl}">
<div class="search-top">${icons.search}<input type="text" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="Search the docs" enterkeyhint="go"><button type="button" class="bar-button close" aria-label="Close search">${icons.close}</button></div>
<p class="search-note" role="status"></p>
<div id="found" role="listbox" aria-label="Results" hidden></div>
<p class="search-keys" aria-hidden="true"><kbd>↑</kbd><kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close</p>
</dialog>`
}

function side(tree: readonly DocGroup[], current: string): string {
  const link = ({ slug, title }: DocEntry) =>
    `<li><a href="${docPath(slug)}"${slug === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`
  return tree
    .map(({ title, pages }) => `<p class="side-title">${escapeHtml(title)}</p><ul>${pages.map(link).join('')}</ul>`)
    .join('')
}

const list = (headings: readonly Heading[]): string =>
  `<ul>${headings.map(({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul>`

function turn(page: ParsedPage, tree: readonly DocGroup[]): string {
  const all = docEntries(tree)
  const at = all.findIndex(({ slug }) => slug === page.slug)
  const [before, after] = [all[at - 1], all[at + 1]]
  const link = (entry: DocEntry, word: string, rel: string) =>
    `<a class="turn-${rel}" rel="${rel}" href="${docPath(entry.slug)}">${rel === 'prev' ? icons.back : ''}<span><small>${word}</small>${escapeHtml(entry.title)}</span>${rel === 'next' ? icons.on : ''}</a>`
  return `<nav class="turn" aria-label="Previous and next page">${before ? link(before, 'Previous', 'prev') : ''}${after ? link(after, 'Next', 'next') : ''}</nav>`
}

function editLink({ source }: ParsedPage, repository: string | undefined): string {
  const file = `<code>${escapeHtml(source)}</code>`
  if (!repository) return `<p>This page is ${file} in the repository.</p>`
  return `<p><a href="${escapeHtml(`${repository}/edit/main/${source}`)}" rel="noreferrer">Edit this page</a> ${file}</p>`
}
