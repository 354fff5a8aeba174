import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import type { AppKit } from '../api/AppKit.ts'
import { ButtonFace } from '../api/ButtonFace.tsx'
import { HostTree } from '../api/HostTree.tsx'
import { NetworkButtonFace } from '../api/NetworkButtonFace.tsx'
import { OnrampFace } from '../api/OnrampFace.ts'
import { WalletButtonFace } from '../api/WalletButtonFace.tsx'
import { attachStyles } from '../theme/attachStyles.ts'
import { buttonStyles } from '../theme/buttonStyles.ts'
import type { Painted } from './board.ts'
import { elementProps } from './elementProps.ts'

/** Draws a kit's button into an element of the page. */
export function paintButton(appKit: AppKit, element: HTMLElement, tag: string): Painted {
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  attachStyles(shadow, buttonStyles)
  const root = createRoot(shadow, {
    onUncaughtError: (error) => appKit.kit.ports.log.error(`<${tag}> broke`, error),
  })
  const update = () => root.render(<HostTree appKit={appKit}>{faceOf(tag, element)}</HostTree>)
  update()
  return { update, stop: () => root.unmount() }
}

function faceOf(name: string, element: HTMLElement) {
  const tag = name.replace('w3m-', 'appkit-')
  const props = elementProps(element)
  if (tag === 'appkit-network-button') return <NetworkButtonFace disabled={props.disabled} label={props.label} />
  if (tag === 'appkit-connect-button') return <ButtonFace {...props} only="connect" />
  if (tag === 'appkit-account-button') return <ButtonFace {...props} only="account" />
  if (tag === 'appkit-wallet-button') {
    const { label, disabled, size, namespace } = props
    const wallet = element.getAttribute('wallet')
    return wallet ? <WalletButtonFace {...{ wallet, label, disabled, size, namespace }} /> : null
  }
  if (tag === 'appkit-onramp-widget')
    return (
      <Suspense>
        <OnrampFace disabled={props.disabled} />
      </Suspense>
    )
  return <ButtonFace {...props} />
}
