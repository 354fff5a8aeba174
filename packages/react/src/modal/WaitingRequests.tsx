import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { openWaitingRequest } from '@billfold/core/features/walletConnect/openWalletApp'
import { requestKind } from '@billfold/core/features/walletConnect/requestKind'
import type { WalletConnectState } from '@billfold/core/model/walletConnect'
import { linkTarget } from '@billfold/core/wc/deepLink'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useWaited } from '../hooks/useWaited.ts'
import { type WalletConnectTexts, walletConnectTexts } from '../i18n/compiled/walletConnectTexts.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { useArea } from '../i18n/useArea.ts'
import { classNames } from '../ui/classNames.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { WalletTile } from '../ui/WalletTile.tsx'

/** A wallet that answers by itself is not worth a word. */
const patienceMs = 600

/**
 * Requests pending in a wallet on another device, and the way to it: a bar in the dialog, a card over a page without
 * one.
 */
export function WaitingRequests({ over }: { over: 'dialog' | 'page' }) {
  const text = useArea(walletConnectTexts)
  const { shell } = useText()
  const requests = useSelect((state) => state.walletConnect.requests)
  const relay = useSelect((state) => state.walletConnect.relay)
  const peer = useSelect((state) => findMerged(state, 'walletConnect'))
  const newest = requests.at(-1)?.id
  const [dismissed, setDismissed] = useState<number>()
  // From when the first of them came: one that follows must not make the others blink.
  const isDue = useWaited(patienceMs, over)
  const card = useRef<HTMLElement>(null)
  const isShown = isDue && newest !== undefined && newest !== dismissed
  useLayoutEffect(() => {
    if (isShown && over === 'page') card.current?.showPopover()
  }, [isShown, over])
  if (!isShown) return null
  const name = peer?.name ?? ''
  return (
    <section
      className={classNames('requests', `requests-${over}`)}
      aria-label={text.waiting.confirm(name)}
      data-testid="wc-waiting-requests"
      ref={card}
      {...(over === 'page' ? { popover: 'manual' as const } : {})}
    >
      <div className="requests-head" role="status">
        <WalletTile name={name} image={peer?.icon} />
        <div className="requests-text">
          <p className="requests-title">{text.waiting.confirm(name)}</p>
          <p className="panel-detail">
            {relay === 'reconnecting' || relay === 'unreachable' ? <Spinner size={12} /> : null}
            {detailOf(text, relay, requests.length)}
          </p>
        </div>
        <IconButton icon="close" label={shell.dismiss} onClick={() => setDismissed(newest)} />
      </div>
      {requests.map((request) => (
        <OpenRequest key={request.id} request={request} isOneOfMany={requests.length > 1} />
      ))}
    </section>
  )
}

function OpenRequest({
  request: { id, method, link },
  isOneOfMany,
}: {
  request: WalletConnectState['requests'][number]
  isOneOfMany: boolean
}) {
  const kit = useKit()
  const text = useArea(walletConnectTexts)
  const device = useSelect((state) => state.device)
  const peer = useSelect((state) => state.walletConnect.peer?.name)
  if (!link) return null
  const kind = requestKind(method)
  const onClick = (event: MouseEvent) => {
    // An app's own scheme is opened as the kit opens it; a page's address the browser follows by itself.
    if (/^https?:/i.test(link.href)) return
    event.preventDefault()
    openWaitingRequest(kit, { id })
  }
  return (
    <a
      className="button button-primary button-m button-wide"
      href={link.href}
      target={linkTarget(link.href, device)}
      rel="noreferrer noopener"
      data-testid="wc-open-request"
      onClick={onClick}
    >
      <span className="button-label">{text.waiting.open(link.name || peer || '')}</span>
      {isOneOfMany ? <bdi className="requests-kind">{kind ? text.waiting.kinds[kind] : method}</bdi> : null}
      <Icon name="external" size={16} />
    </a>
  )
}

function detailOf(text: WalletConnectTexts, relay: WalletConnectState['relay'], count: number): string {
  if (relay === 'unreachable') return text.relay.unreachable
  if (relay === 'reconnecting') return text.relay.reconnecting
  return count > 1 ? text.waiting.more(count) : text.waiting.text
}
