import type { Kit } from '@billfold/core/kit'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { attachStyles } from './attachStyles.ts'
import { buttonStyles } from './buttonStyles.ts'
import { ThemeRoot } from './ThemeRoot.tsx'

/** A place in the site's own tree where the kit's rules hold and the site's do not. */
export function ShadowHost({ kit, children }: { kit: Kit; children: ReactNode }) {
  const [shadow, setShadow] = useState<ShadowRoot>()
  const attach = useCallback((host: HTMLElement | null) => {
    if (!host) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    attachStyles(root, buttonStyles)
    setShadow(root)
  }, [])
  return (
    <span data-billfold-host="" ref={attach}>
      {shadow
        ? createPortal(
            <ThemeRoot kit={kit} inline>
              {children}
            </ThemeRoot>,
            shadow as unknown as Element,
          )
        : null}
    </span>
  )
}
