import type { Token } from 'marked'
import { escapeHtml } from './escapeHtml.ts'
import type { Block } from './groupBlocks.ts'
import { anchorOf } from './headingIds.ts'

/** Tabs, the first one open. A reader's choice in one group applies to every group of that name, on every page. */
export function renderTabs(
  { group, tabs }: Extract<Block, { kind: 'tabs' }>,
  id: string,
  draw: (tokens: readonly Token[]) => string,
): string {
  const buttons = tabs.map(({ label }, at) => {
    const name = anchorOf(label)
    return `<button type="button" role="tab" id="tab-${id}-${name}" aria-controls="panel-${id}-${name}" aria-selected="${at === 0}" tabindex="${at === 0 ? 0 : -1}" data-tab="${name}">${escapeHtml(label)}</button>`
  })
  const panels = tabs.map(({ label, tokens }, at) => {
    const name = anchorOf(label)
    return `<div role="tabpanel" id="panel-${id}-${name}" aria-labelledby="tab-${id}-${name}" data-tab="${name}"${at === 0 ? '' : ' data-closed'}><p class="tab-name" aria-hidden="true">${escapeHtml(label)}</p>${draw(tokens)}</div>`
  })
  return `<div class="tabs" data-group="${group}"><div class="tab-list" role="tablist" aria-label="${group === 'framework' ? 'Framework' : 'Variant'}">${buttons.join('')}</div>${panels.join('')}</div>`
}
