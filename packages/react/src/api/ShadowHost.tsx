import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
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
  /** What keeps the place in a server's page. */
  placeholder?: ReactNode
  children: ReactNode
}) {
  const [shadow, setShadow] = useState<ShadowRoot>()
  const attach = useCallback((host: HTMLElement | null) => {
    if (!host) return
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    attachStyles(root, buttonStyles)
    setShadow(root)
  }, [])
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const content = <HostTree appKit={appKit}>{children}</HostTree>
  return (
    <span data-billfold-host="" ref={attach}>
      {shadow ? createPortal(content, shadow as unknown as Element) : isHydrating ? placeholder : null}
    </span>
  )
}

const never = () => () => undefined
