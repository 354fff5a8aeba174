import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { KitContext } from '../hooks/KitContext.ts'
import { ButtonTextContext } from '../i18n/ButtonText.ts'
import { enButton } from '../i18n/compiled/main/enButton.ts'
import { completeTexts } from '../i18n/completeTexts.ts'
import { ThemeRoot } from '../theme/ThemeRoot.tsx'
import type { AppKit } from './AppKit.ts'

/** Everything inside has the kit's state, theme and language: what a shadow root on the site's page is filled with. */
export function HostTree({ appKit, children }: { appKit: Pick<AppKit, 'kit' | 'speech'>; children: ReactNode }) {
  const { kit, speech } = appKit
  const spoken = useSyncExternalStore(speech.subscribe, speech.get, speech.get)
  const words = useMemo(() => ({ tag: spoken.tag, text: completeTexts(spoken.messages?.button, enButton) }), [spoken])
  return (
    <KitContext.Provider value={kit}>
      <ButtonTextContext.Provider value={words}>
        <ThemeRoot kit={kit} inline locale={spoken}>
          {children}
        </ThemeRoot>
      </ButtonTextContext.Provider>
    </KitContext.Provider>
  )
}
