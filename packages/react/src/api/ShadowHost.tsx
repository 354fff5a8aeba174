import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { attachStyles } from '../theme/attachStyles.ts'
import { buttonStyles } from '../theme/buttonStyles.ts'
import type { AppKit } from './AppKit.ts'
import { HostTree } from './HostTree.tsx'

/** A place in the site's own tree where the kit's rules and language hold and the site's rules do not. */
export function ShadowHost({
  appKit,
  placeholder,
  children,
}: {
  appKit: Pick<AppKit, 'kit' | 'speech'>
  /** Holds the place in a server-rendered page. */
  placeholder?: ReactNode
  children: ReactNode
}) {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  // Created before its host element, so that React fills it in the same pass. A root that needs the mounted element would
  // need a second pass.
  const inside = useMemo(() => (isHydrating ? undefined : createInside()), [isHydrating])
  const attach = useCallback(
    (host: HTMLElement | null) => {
      if (!host || !inside) return
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
      attachStyles(root, buttonStyles)
      root.replaceChildren(inside)
    },
    [inside],
  )
  return (
    <>
      <span data-billfold-host="" ref={attach}>
        {isHydrating ? placeholder : null}
      </span>
      {/* After the element, so that what measures itself when it is drawn is already in the page. */}
      {inside ? createPortal(<HostTree appKit={appKit}>{children}</HostTree>, inside) : null}
    </>
  )
}

function createInside(): HTMLElement {
  const inside = document.createElement('div')
  inside.style.display = 'contents'
  return inside
}

const never = () => () => undefined
