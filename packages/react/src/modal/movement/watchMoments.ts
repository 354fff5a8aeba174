import { enterRows, lists } from './enterRows.ts'
import { markSuccess, nudge } from './markMoment.ts'

/** Watches a card for what deserves a movement when it appears: a list that has loaded, a success, an error. */
export function watchMoments(card: Element, signal: AbortSignal): void {
  const watcher = new MutationObserver((records) => {
    const alerts = new Set<Element>()
    for (const { target, addedNodes } of records) {
      const alert = (target instanceof Element ? target : target.parentElement)?.closest('[role="alert"]')
      if (alert) alerts.add(alert)
      for (const node of addedNodes) {
        if (!(node instanceof Element) || node.closest('[data-ghost]') || node.matches('.view')) continue
        if (node.matches('.ring-done > .ring-mark')) markSuccess(node)
        if (node.matches(lists) && !node.matches('[aria-busy]')) enterRows(node)
        for (const each of [node, ...node.querySelectorAll('[role="alert"]')])
          if (each.matches('[role="alert"]')) alerts.add(each)
      }
    }
    for (const alert of alerts) if (alert.isConnected && alert.textContent?.trim()) nudge(alert)
  })
  watcher.observe(card, { childList: true, subtree: true, characterData: true })
  signal.addEventListener('abort', () => watcher.disconnect())
}
