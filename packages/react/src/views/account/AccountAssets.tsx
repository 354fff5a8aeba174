import { familiesWithNfts } from '@billfold/core/chains/familiesWithNfts'
import { familyFeatures } from '@billfold/core/chains/familyFeatures'
import { push } from '@billfold/core/features/modal/navigate'
import { purchasesKey } from '@billfold/core/features/onramp/purchasesKey'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { View } from '@billfold/core/model/modal'
import type { WalletFeature } from '@billfold/core/model/options'
import type { State } from '@billfold/core/model/state'
import { type CaipAddress, parseCaipAddress } from '@billfold/protocol/caip'
import { Suspense, useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import type { Served } from '../../hooks/useServed.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/iconPaths.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useCanBuy } from '../buy/useCanBuy.ts'
import { useTransfers } from '../send/useTransfers.ts'
import { ListFailed } from '../shared/ListFailed.tsx'
import { ListWaiting } from '../shared/ListWaiting.tsx'
import { ActivityList } from './ActivityList.tsx'
import { NftList } from './NftList.tsx'
import { TokenList } from './TokenList.tsx'

/** Where each leads. */
const featureViews: Readonly<Record<WalletFeature, View>> = {
  onramp: { name: 'OnRampProviders' },
  receive: { name: 'WalletReceive' },
  send: { name: 'WalletSend' },
  swaps: { name: 'Swap' },
}

/** This account's features, in the site's order; only a server knows whether anyone sells something here. */
function walletFeatures(state: State): readonly WalletFeature[] {
  const { features } = state.options
  const can = familyFeatures[state.network.activeNamespace]
  const isOffered = (feature: WalletFeature) => features[feature] && (feature === 'onramp' || can.includes(feature))
  return connectedAccount(state) ? features.walletFeaturesOrder.filter(isOffered) : []
}

const SwapRows = lazyScreen(async () => (await import('../send/sentParts.ts')).sentParts.SwapRows, swapTexts)
const Transfers = lazyScreen(async () => (await import('../send/sentParts.ts')).sentParts.TransferRows, sendTexts)
const BuyRows = lazyPart(
  async () => (await import('../buy/lateBuy.ts')).buyRows(),
  () => null,
)
AccountAssets.parts = [SwapRows, Transfers]

type Tab = 'tokens' | 'nfts' | 'activity'
/** More than these is a menu, and the others are rows below. */
const maxActions = 3
const icons: Record<WalletFeature, IconName> = { onramp: 'buy', swaps: 'swap', receive: 'receive', send: 'send' }

/** The account's money, and the actions on it. */
export function AccountAssets({
  caip,
  served,
  onRetry,
}: {
  caip: CaipAddress
  served: Served
  onRetry: () => unknown
}) {
  const kit = useKit()
  const text = useArea(accountTexts)
  // Receiving and sending need the wallet and the chain's own node; swapping needs the server.
  const canBuy = useCanBuy()
  const features = useSelect(walletFeatures).filter(
    (feature) => (served !== 'no' || feature !== 'swaps') && (canBuy || feature !== 'onramp'),
  )
  const hasBought = useSelect((state) => state.onramp !== undefined) || kit.ports.storage.get(purchasesKey)
  const transfers = useTransfers('send')
  const swaps = useTransfers('swap', 'approval')
  const hasHistory = useSelect((state) => state.options.features.history)
  const hasNfts = familiesWithNfts.includes(parseCaipAddress(caip).namespace)
  const [chosen, setTab] = useKept<Tab>('account-tab', 'tokens')
  const panel = useId()
  const [actions, more] = [features.slice(0, maxActions), features.slice(maxActions)]
  const names = { onramp: text.buy, swaps: text.swap, receive: text.receive, send: text.send }
  const tabs = [
    { id: 'tokens', label: text.tokens },
    ...(hasNfts ? [{ id: 'nfts', label: text.nfts } as const] : []),
    ...(hasHistory ? [{ id: 'activity', label: text.activity } as const] : []),
  ] as const
  // A site may take the activity away while it is looked at, and another family's account may have less to show.
  const tab = tabs.some(({ id }) => id === chosen) ? chosen : 'tokens'
  return (
    <div className="assets" data-testid="w3m-account-wallet-features-widget">
      {actions.length > 0 ? (
        <div className="features">
          {actions.map((feature) => (
            <button
              key={feature}
              type="button"
              className="feature"
              data-testid={`wallet-features-${feature}-button`}
              onClick={() => push(kit, featureViews[feature])}
            >
              <Icon name={icons[feature]} />
              <span data-testid={feature === 'onramp' ? 'w3m-account-default-onramp-button' : undefined}>
                {names[feature]}
              </span>
            </button>
          ))}
        </div>
      ) : null}
      {hasBought ? (
        <Suspense fallback={null}>
          <BuyRows />
        </Suspense>
      ) : null}
      {transfers.length > 0 ? (
        <Suspense fallback={null}>
          <Transfers transactions={transfers} />
        </Suspense>
      ) : null}
      {swaps.length > 0 ? (
        <Suspense fallback={null}>
          <SwapRows transactions={swaps} />
        </Suspense>
      ) : null}
      {served === 'no' ? (
        <p className="footnote" data-testid="account-not-served">
          {text.notServed}
        </p>
      ) : (
        <>
          <Tabs label={text.tabs} tabs={tabs} selected={tab} onSelect={setTab} panel={panel} />
          <div id={panel} role="tabpanel" className="assets-panel" aria-label={text[tab]}>
            {served === 'asking' ? <ListWaiting shape={tab === 'nfts' ? 'tile' : 'row'} count={3} /> : null}
            {served === 'away' ? <Away tab={tab} onRetry={onRetry} /> : null}
            {served === 'yes' && tab === 'tokens' ? <TokenList caip={caip} /> : null}
            {served === 'yes' && tab === 'nfts' ? <NftList caip={caip} /> : null}
            {served === 'yes' && tab === 'activity' ? <ActivityList caip={caip} /> : null}
          </div>
        </>
      )}
      {more.map((feature) => (
        <ListRow
          key={feature}
          lead={
            <span className="row-icon">
              <Icon name={icons[feature]} />
            </span>
          }
          title={
            <span data-testid={feature === 'onramp' ? 'w3m-account-default-onramp-button' : undefined}>
              {names[feature]}
            </span>
          }
          chevron
          data-testid={`wallet-features-${feature}-button`}
          onClick={() => push(kit, featureViews[feature])}
        />
      ))}
    </div>
  )
}

/** Stands in for a list while the server does not respond; the query retries by itself. */
function Away({ tab, onRetry }: { tab: Tab; onRetry: () => unknown }) {
  const text = useArea(accountTexts)
  const [title, detail] = {
    tokens: [text.balanceAway, text.balanceAwayDetail],
    nfts: [text.nftsAway, text.nftsAwayDetail],
    activity: [text.activityAway, text.activityAwayDetail],
  }[tab] as [string, string]
  return <ListFailed title={title} text={detail} onRetry={onRetry} testId="assets-away" />
}
