import { connectList } from '@billfold/core/features/wallets/connectList'
import { connectorImageUrl, walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/model/state'
import { hydrationStates } from '../hooks/hydrationState.ts'
import { painting } from '../hooks/painting.ts'
import { completeTexts } from '../i18n/completeTexts.ts'
import { english } from '../i18n/english.ts'
import type { Spoken } from '../i18n/loadLocale.ts'
import { applyTheme } from '../theme/ThemeRoot.tsx'
import { once } from '../ui/useLocalState.ts'
import { FirstDialog } from './FirstDialog.tsx'
import type { PaintedModal } from './PaintedContext.ts'
import { paint } from './paint.ts'
import { showDialog } from './showDialog.ts'

/** The first dialog, painted without React. */
export type PaintedDialog = {
  /** Whether it is how the dialog looks in this state and language. */
  isOf(state: State, spoken: Spoken): boolean
  /** Lays it out where no frame shows it, so that its rules are matched and its fonts found while no one waits for them. */
  layOut(): void
  show(): void
  /** Takes it away. */
  remove(): void
  /** For React, which takes over its nodes. */
  handOver(): PaintedModal
}

/** Paints the dialog that opens with the ways to connect. */
export function paintDialog(kit: Kit, root: ShadowRoot, spoken: Spoken): PaintedDialog {
  const state = kit.store.get()
  const events = new AbortController()
  const nodes = document.createDocumentFragment()
  painting.now = { kit, state, messages: completeTexts(spoken.messages, english.messages) }
  once.isDrawing = true
  try {
    paint(<FirstDialog kit={kit} state={state} locale={spoken} />, nodes, events.signal)
  } finally {
    painting.now = undefined
    once.isDrawing = false
  }
  const element = nodes.firstElementChild as HTMLElement
  const dialog = element.querySelector('dialog') as HTMLDialogElement
  let close: (() => void) | undefined
  const insert = () => {
    root.replaceChildren(element)
    applyTheme(element, state.theme.mode, state.theme.variables)
  }
  return {
    isOf: (now, language) =>
      language === spoken &&
      slices.every((name) => now[name] === state[name]) &&
      isSame(now, state) &&
      (state.modal.open || !hasPictures(state)),
    layOut() {
      insert()
      dialog.getBoundingClientRect()
      element.replaceWith(new Comment())
    },
    show() {
      insert()
      close = showDialog(dialog)
    },
    remove() {
      close?.()
      events.abort()
      element.remove()
    },
    handOver() {
      const before = hydrationStates.get(kit)
      const open: State = { ...state, modal: { ...state.modal, open: true, direction: 'next' } }
      hydrationStates.set(kit, open)
      const release = () => {
        if (events.signal.aborted) return
        events.abort()
        if (before) hydrationStates.set(kit, before)
        // A picture that could not be fetched says so once more, to React.
        for (const picture of dialog.querySelectorAll('img'))
          if (picture.complete && picture.naturalWidth === 0) picture.setAttribute('src', picture.src)
      }
      return {
        spoken,
        release,
        adopt(own) {
          if (own === dialog) return
          close?.()
          release()
        },
      }
    },
  }
}

/** What the dialog is made of. */
const slices = ['account', 'connectors', 'device', 'options', 'recents', 'theme'] as const

const isSame = (a: State, b: State) =>
  a.modal.namespace === b.modal.namespace && JSON.stringify(a.modal.history) === JSON.stringify(b.modal.history)

/** Whether there are pictures to fetch, which are left out before the dialog opens. */
const hasPictures = (state: State): boolean =>
  connectList({ ...state, modal: { namespace: state.modal.namespace } }, {}).some((row) => {
    if (row.kind === 'walletConnect' || row.kind === 'awaited') return false
    const url = 'connector' in row ? connectorImageUrl(state, row.connector) : walletImageUrl(state, row.wallet)
    return url !== undefined && !url.startsWith('data:')
  })
