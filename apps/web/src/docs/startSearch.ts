import { cutAtWords, type Hit, type SearchIndex, searchSections, wordsOf } from './searchSections.ts'

/** The search: `/` or Ctrl+K opens it, the arrows choose, Enter navigates. Its index loads when it first opens. */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search')
  const field = dialog?.querySelector('input')
  const listbox = dialog?.querySelector<HTMLElement>('[role=listbox]')
  const note = dialog?.querySelector('.search-note')
  if (!dialog || !field || !listbox || !note) return
  let index: Promise<SearchIndex> | undefined
  let chosen = 0

  const load = (): Promise<SearchIndex> => {
    index ??= fetch(dialog.dataset.index ?? '').then((response) => {
      if (!response.ok) throw new Error(`The search index returned ${response.status}`)
      return response.json() as Promise<SearchIndex>
    })
    // The next letter retries a failed fetch.
    index.catch(() => {
      index = undefined
    })
    return index
  }

  const open = (): void => {
    if (!dialog.open) dialog.showModal()
    field.select()
    void update()
  }

  async function update(): Promise<void> {
    const query = field!.value
    const hits = await load().then(
      (sections) => searchSections(sections, query),
      () => null,
    )
    if (query !== field!.value) return
    const isAsked = wordsOf(query).length > 0
    note!.textContent = noteFor(query, isAsked, hits)
    listbox!.replaceChildren(...(hits ?? []).map((hit, at) => rowOf(hit, at, wordsOf(query))))
    listbox!.hidden = !hits || hits.length === 0
    field!.ariaExpanded = String(!listbox!.hidden)
    choose(0)
  }

  function choose(at: number): void {
    const rows = [...listbox!.children] as HTMLElement[]
    chosen = rows.length === 0 ? 0 : (at + rows.length) % rows.length
    for (const [index, row] of rows.entries()) row.ariaSelected = String(index === chosen)
    const row = rows[chosen]
    if (row) field!.setAttribute('aria-activedescendant', row.id)
    else field!.removeAttribute('aria-activedescendant')
    row?.scrollIntoView({ block: 'nearest' })
  }

  field.addEventListener('input', () => void update())
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') (listbox.children[chosen] as HTMLElement | undefined)?.click()
    else return
    event.preventDefault()
  })
  // A result on this very page changes only the fragment: the dialog would stay over it.
  listbox.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
    if (!ctrlKey && !metaKey && !shiftKey) dialog.close()
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog.querySelector('.close')?.addEventListener('click', () => dialog.close())
  document.querySelector('.find')?.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const isWriting = event.target instanceof Element && event.target.matches('input, textarea, select')
    const isAsked = (event.key === '/' && !isWriting) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isAsked) return
    event.preventDefault()
    open()
  })
}

function noteFor(query: string, isAsked: boolean, hits: readonly Hit[] | null): string {
  if (!hits) return 'The search index could not be loaded. Check your connection and type again.'
  if (!isAsked) return 'Search for an option, a hook, a setting or an error.'
  if (hits.length === 0) return `Nothing found for “${query.trim()}”. Try fewer words, or the name of an option.`
  return hits.length === 1 ? '1 result' : `${hits.length} results`
}

function rowOf(hit: Hit, at: number, words: readonly string[]): HTMLElement {
  const row = document.createElement('a')
  row.href = hit.url
  row.id = `found-${at}`
  row.role = 'option'
  row.tabIndex = -1
  const line = (className: string, text: string) => {
    const place = document.createElement('span')
    place.className = className
    for (const part of cutAtWords(text, words)) {
      if (!part.isFound) place.append(part.text)
      else place.append(Object.assign(document.createElement('mark'), { textContent: part.text }))
    }
    return place
  }
  row.append(line('found-title', hit.heading || hit.page))
  if (hit.heading) row.append(line('found-page', hit.page))
  row.append(line('found-text', hit.excerpt))
  return row
}
