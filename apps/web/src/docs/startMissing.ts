import { nearestPages, wordsOfPath } from './nearestPages.ts'

/** On the page for missing addresses: what the reader may have meant, and the search filled in with its words. */
export function startMissing(): void {
  const place = document.querySelector<HTMLElement>('[data-missing]')
  const field = document.querySelector<HTMLInputElement>('dialog.search input')
  if (!place || !field) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.side a')]
  const pages = links.map((link) => ({ title: link.textContent, url: link.pathname }))
  const nearest = nearestPages(location.pathname, pages)
  const path = place.querySelector('.missing-path')
  if (path) path.textContent = location.pathname
  const list = place.querySelector('.missing-pages')
  if (nearest.length > 0)
    list?.replaceChildren(
      ...nearest.map(({ title, url }) => {
        const row = document.createElement('li')
        row.append(Object.assign(document.createElement('a'), { href: url, textContent: title }))
        return row
      }),
    )
  place.querySelector('.missing-search')?.addEventListener('click', () => {
    field.value = wordsOfPath(location.pathname)
    document.querySelector<HTMLButtonElement>('.find')?.click()
  })
}
