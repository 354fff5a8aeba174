import type { Kit } from '@billfold/core/kit'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { KitContext } from '../hooks/KitContext.ts'
import { completeTexts } from '../i18n/completeTexts.ts'
import type { Speech } from '../i18n/createSpeech.ts'
import { english } from '../i18n/english.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import type { Spoken } from '../i18n/loadLocale.ts'
import { ThemeRoot } from '../theme/ThemeRoot.tsx'
import { Modal } from './Modal.tsx'
import { PaintedContext, type PaintedModal } from './PaintedContext.ts'

/** All that React draws of a kit's modal. */
export function ModalTree(props: {
  kit: Kit
  speech: Pick<Speech, 'get' | 'subscribe'>
  painted?: PaintedModal | undefined
}) {
  const { kit, speech, painted } = props
  return (
    <KitContext.Provider value={kit}>
      <PaintedContext.Provider value={painted}>
        <Localized kit={kit} speech={speech} painted={painted?.spoken}>
          <Modal />
        </Localized>
      </PaintedContext.Provider>
    </KitContext.Provider>
  )
}

/** Everything inside is in the kit's language, and follows when that changes. */
function Localized(props: {
  kit: Kit
  speech: Pick<Speech, 'get' | 'subscribe'>
  painted: Spoken | undefined
  children: ReactNode
}) {
  const { kit, speech, painted, children } = props
  const spoken = useSyncExternalStore(speech.subscribe, speech.get, () => painted ?? speech.get())
  const locale = useMemo(() => ({ ...spoken, messages: completeTexts(spoken.messages, english.messages) }), [spoken])
  return (
    <LocaleContext.Provider value={locale}>
      <ThemeRoot kit={kit} locale={locale}>
        {children}
      </ThemeRoot>
    </LocaleContext.Provider>
  )
}
