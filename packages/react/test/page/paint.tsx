import type { State } from '@billfold/core/model/state'
import { renderToString } from 'react-dom/server'
import { loadLocale, type Spoken } from '../../src/i18n/loadLocale.ts'
import { languages } from '../../src/i18n/matchLocale.ts'
import { createAppKit } from '../../src/index.ts'
import { isFirstDialog } from '../../src/modal/FirstDialog.tsx'
import { ModalTree } from '../../src/modal/ModalTree.tsx'
import { paintDialog } from '../../src/modal/paintDialog.tsx'
import { installWallets } from './installWallets.ts'
import { networks } from './networks.ts'
import { pageSetup } from './pageSetup.ts'

// The first dialog as `paint` draws it beside React's own markup, in every language, theme and direction.

installWallets(pageSetup())
const { kit } = createAppKit({
  projectId: 'harness',
  networks: networks(location.origin, false),
  apiUrl: location.origin,
  walletUrl: location.origin,
  disableAppend: true,
  ...pageSetup().options,
})

/** Everything of a node that a visitor or React could see, in one form for both. */
function describe(node: Node): unknown {
  if (node instanceof Comment) return node.data.trim() ? `<!--${node.data}-->` : []
  if (!(node instanceof Element)) return node.textContent
  const attributes = [...node.attributes]
    .map(({ name, value }) => `${name}=${name === 'style' ? (node as HTMLElement).style.cssText : value}`)
    .sort()
  return [node.namespaceURI, node.localName, ...attributes, ...[...node.childNodes].flatMap((each) => [describe(each)])]
}

/** Both from where they part; nothing if they are the same. */
function differenceOf(painted: string, drawn: string): string {
  if (painted === drawn) return ''
  const at = [...painted].findIndex((letter, index) => letter !== drawn[index])
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
  return `painted: ${part(painted)}\ndrawn: ${part(drawn)}`
}

/** Paints the dialog, has React draw it, and returns where they differ. */
function comparePainted(spoken: Spoken): string {
  const root = document.createElement('div').attachShadow({ mode: 'open' })
  document.body.append(root.host)
  const dialog = paintDialog(kit, root, spoken)
  dialog.show()
  const element = root.firstElementChild as HTMLElement
  const painted = dialog.handOver()
  // The browser's own, of an open dialog, and the theme's, which React sets on what it has drawn.
  element.querySelector('dialog')?.removeAttribute('open')
  element.removeAttribute('style')
  const nodes = JSON.stringify(describe(element))
  const speech = { get: () => spoken, subscribe: () => () => undefined }
  const template = document.createElement('template')
  template.innerHTML = renderToString(<ModalTree kit={kit} speech={speech} painted={painted} />)
  painted.release()
  dialog.remove()
  root.host.remove()
  // A server's notes on what it could not draw.
  for (const note of template.content.querySelectorAll('template')) note.remove()
  // Beside its preloads of pictures.
  const drawn = template.content.querySelector('div')
  return differenceOf(nodes, JSON.stringify(drawn && describe(drawn)))
}

/** Compares them; the differences by language, theme and direction, and how many were compared. */
async function compare(changes: Partial<State>): Promise<{ count: number; differences: Record<string, string> }> {
  const differences: Record<string, string> = {}
  let count = 0
  const { get } = kit.store
  for (const mode of ['light', 'dark'] as const) {
    const modal = { ...get().modal, open: true }
    const state: State = { ...get(), ...changes, modal, theme: { mode, variables: {} } }
    if (!isFirstDialog(state)) throw new Error('React draws this one from the start')
    kit.store.get = () => state
    for (const language of languages) {
      const spoken = await loadLocale([language])
      for (const direction of ['ltr', 'rtl'] as const) {
        const difference = comparePainted({ ...spoken, direction })
        if (difference) differences[`${language} ${mode} ${direction}`] = difference
        count++
      }
    }
    kit.store.get = get
  }
  return { count, differences }
}

declare global {
  interface Window {
    paint: { kit: typeof kit; compare: typeof compare }
  }
}
window.paint = { kit, compare }
