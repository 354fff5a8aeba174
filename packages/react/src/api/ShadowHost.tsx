import { type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { KitContext } from '../hooks/KitContext.ts'
import { ButtonTextContext } from '../i18n/ButtonText.ts'
import { enButton } from '../i18n/enButton.ts'
import { attachStyles } from '../theme/attachStyles.ts'
import { buttonStyles } from '../theme/buttonStyles.ts'
import { ThemeRoot } from '../theme/ThemeRoot.tsx'
import type { AppKit } from './AppKit.ts'

/** A place in the site's own tree where the kit's rules and language hold and the site's rules do not. */
export function ShadowHost({ appKit, children }: { appKit: AppKit; children: ReactNode }) {
  const { kit, speech } = appKit
  const spoken = useSyncExternalStore(speech.subscribe, speech.get, speech.get)
  const [shadow, setShadow] = useState<ShadowRoot>()
  const attach = useCallback((host: HTMLElement | null) => {
    if (!host) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    attachStyles(root, buttonStyles)
    setShadow(root)
  }, [])
  const words = useMemo(() => ({ tag: spoken.tag, text: spoken.messages?.button ?? enButton }), [spoken])
  const content = (
    <KitContext value={kit}>
      <ButtonTextContext value={words}>
        <ThemeRoot kit={kit} inline locale={spoken}>
          {children}
        </ThemeRoot>
      </ButtonTextContext>
    </KitContext>
  )
  return (
    <span data-billfold-host="" ref={attach}>
      {shadow ? createPortal(content, shadow as unknown as Element) : null}
    </span>
  )
}
