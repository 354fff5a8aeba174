import { closeModal } from '@billfold/core/features/modal/closeModal'
import type { Kit } from '@billfold/core/kit'
import { createRoot } from 'react-dom/client'
import { KitContext } from '../hooks/KitContext.ts'
import { english } from '../i18n/english.ts'
import type { Locale } from '../i18n/Locale.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { attachStyles } from '../theme/attachStyles.ts'
import { modalStyles } from '../theme/styles.ts'
import { ThemeRoot } from '../theme/ThemeRoot.tsx'
import theme from '../theme/theme.css?inline'
import { Modal } from './Modal.tsx'
import { preloadScreens } from './viewMap.ts'

/** Draws a kit's modal in an element of its own; the returned function takes it all away. */
export function mountModal(kit: Kit, host: HTMLElement, locale: Locale = english): () => void {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  attachStyles(shadow, [theme, ...modalStyles])
  const tree = (
    <KitContext value={kit}>
      <LocaleContext value={locale}>
        <ThemeRoot kit={kit} locale={locale}>
          <Modal />
        </ThemeRoot>
      </LocaleContext>
    </KitContext>
  )
  // A screen that breaks takes the dialog away, never the page; the next opening finds a whole one.
  const root = createRoot(shadow, {
    onUncaughtError(error) {
      kit.ports.log.error('The wallet dialog broke', error)
      closeModal(kit)
      root.render(tree)
    },
  })
  root.render(tree)
  const stop = kit.store.onEvent((event) => {
    if (event.type === 'modal/opened') void preloadScreens()
  })
  if (kit.store.get().modal.open) void preloadScreens()
  return () => {
    stop()
    root.unmount()
  }
}
