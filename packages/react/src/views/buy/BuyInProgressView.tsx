import { push, reset } from '@billfold/core/features/modal/navigate'
import { explorerLink } from '@billfold/core/features/network/explorerLink'
import { findPurchase, isEnded } from '@billfold/core/features/onramp/onramp'
import { findNetwork } from '@billfold/core/model/findNetwork'
import type { View } from '@billfold/core/model/modal'
import type { Purchase } from '@billfold/core/model/onramp'
import type { OnrampStatus } from '@billfold/protocol/api/onramp'
import { cleanText } from '@billfold/protocol/cleanText'
import { useKit } from '../../hooks/KitContext.ts'
import { useCopy } from '../../hooks/useCopy.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { type BuyTexts, buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Ring, type RingState } from '../../ui/Ring.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { openPayment } from './openPayment.ts'
import { useGets } from './useGets.ts'
import { useOnramp } from './useOnramp.ts'

/** A purchase's progress, tracked while visible, and restored after a reload. */
export function BuyInProgressView({ view }: { view: Extract<View, { name: 'BuyInProgress' }> }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const onramp = useOnramp()
  const purchase = findPurchase(onramp, view.orderId)
  if (purchase) return <Progress purchase={purchase} />
  if (!onramp) return null
  return (
    <EmptyState icon="search" title={text.lost} text={text.lostText} testId="buy-lost">
      <Button size="s" onClick={() => reset(kit, { name: 'Account' })}>
        {text.done}
      </Button>
    </EmptyState>
  )
}

const rings: Readonly<Record<OnrampStatus, RingState>> = {
  created: 'waiting',
  paid: 'waiting',
  sent: 'waiting',
  settled: 'done',
  failed: 'caution',
  expired: 'failed',
}
const way = ['created', 'paid', 'sent', 'settled'] as const

function Progress({ purchase }: { purchase: Purchase }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const copy = useCopy()
  const gets = useGets()(purchase)
  const { order, url, providerName, networkId } = purchase
  const { status, hash } = order
  const network = useSelect((state) => findNetwork(state, networkId))
  const explorer = hash ? explorerLink(network, { transaction: hash }) : undefined
  const [title, detail] = wordsOf(purchase, text)
  const isLost = status === 'failed' || status === 'expired'
  const again = () => {
    kit.store.send({
      type: 'onramp/edited',
      change: { asset: order.asset, currency: order.currency, amount: order.pays, offer: undefined },
    })
    reset(kit, { name: 'Account' })
    push(kit, { name: 'OnRampProviders' })
  }
  return (
    <div className="panel panel-status" data-testid="buy-progress" data-status={status}>
      <Ring state={rings[status]} size={80}>
        <WalletTile name={providerName} size={60} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{title}</p>
        {gets ? <p className={isLost ? 'swap-pair swap-lost' : 'swap-pair'}>{gets}</p> : null}
        <p className="panel-detail">{detail}</p>
      </div>
      {isLost ? null : (
        <ol className="buy-steps" aria-label={text.steps}>
          {way.map((step, at) => {
            const now = way.indexOf(status as (typeof way)[number])
            return (
              <li
                key={step}
                className={at <= now ? 'buy-step buy-step-done' : 'buy-step'}
                aria-current={at === now ? 'step' : undefined}
              >
                <span className="buy-step-mark">{at <= now ? <Icon name="check" size={12} /> : null}</span>
                {text.step[step]}
              </li>
            )
          })}
        </ol>
      )}
      <div className="actions">
        {status === 'created' ? (
          <>
            <Button look="primary" wide icon="external" data-testid="buy-open" onClick={() => openPayment(url)}>
              {text.open}
            </Button>
            <Button
              wide
              look="quiet"
              icon="copy"
              data-testid="wui-link-copy"
              onClick={() => void copy(url, 'linkCopied')}
            >
              {text.copy}
            </Button>
          </>
        ) : null}
        {explorer ? (
          <LinkButton wide href={explorer} data-testid="buy-explorer">
            {text.explorer}
          </LinkButton>
        ) : null}
        {isLost ? (
          <Button look="primary" wide icon="refresh" data-testid="buy-again" onClick={again}>
            {text.again}
          </Button>
        ) : null}
        {status === 'created' ? null : (
          <Button
            look={isEnded(order) && !isLost ? 'primary' : 'quiet'}
            wide
            data-testid="buy-done"
            onClick={() => reset(kit, { name: 'Account' })}
          >
            {text.done}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The status and its meaning; the provider itself explains a failure. */
function wordsOf({ order, providerName }: Purchase, text: BuyTexts): readonly [title: string, detail: string] {
  const name = isolate(providerName)
  switch (order.status) {
    case 'created':
      return [text.buyIn(name), text.created]
    case 'paid':
    case 'sent':
      return [text.step[order.status], text[order.status]]
    case 'settled':
      return [text.settledTitle, text.settled]
    case 'failed':
      return [text.failedTitle, cleanText(order.reason, 200) || text.failedText]
    case 'expired':
      return [text.expiredTitle, text.expired]
  }
}
