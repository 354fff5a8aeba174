import { choiceOf, keepChoice } from './readerChoices.ts'

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs by mouse and by keys. The chosen framework applies to every sample, here and on the next page. */
export function startTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')]
  const chosen = choiceOf('framework')
  for (const group of groups) {
    if (chosen && group.dataset.group === 'framework') show(group, chosen)
    group.addEventListener('click', ({ target }) => {
      const name = target instanceof HTMLElement && target.role === 'tab' ? target.dataset.tab : undefined
      if (name) choose(group, name)
    })
    group.addEventListener('keydown', (event) => {
      const tabs = tabsOf(group)
      const at = tabs.indexOf(event.target as HTMLElement)
      const step = steps[event.key]
      if (at < 0 || !step) return
      event.preventDefault()
      const next = tabs[step(at, tabs.length)]
      next?.focus()
      if (next?.dataset.tab) choose(group, next.dataset.tab)
    })
  }

  function choose(group: HTMLElement, name: string): void {
    if (group.dataset.group !== 'framework') {
      show(group, name)
      return
    }
    // The samples above change their height too: keep the pressed tab in place.
    const before = group.getBoundingClientRect().top
    keepChoice('framework', name)
    for (const other of groups) if (other.dataset.group === 'framework') show(other, name)
    scrollBy({ top: group.getBoundingClientRect().top - before, behavior: 'instant' })
  }
}

const tabsOf = (group: HTMLElement): HTMLElement[] => [...group.querySelectorAll<HTMLElement>(':scope > .tab-list > *')]

/** A group without such a tab stays as it is. */
function show(group: HTMLElement, name: string): void {
  const tabs = tabsOf(group)
  if (!tabs.some((tab) => tab.dataset.tab === name)) return
  for (const tab of tabs) {
    tab.ariaSelected = String(tab.dataset.tab === name)
    tab.tabIndex = tab.dataset.tab === name ? 0 : -1
  }
  for (const panel of group.querySelectorAll<HTMLElement>(':scope > [role=tabpanel]'))
    panel.toggleAttribute('data-closed', panel.dataset.tab !== name)
}
