import { balancesQuery, dropGuard } from '@billfold/core/features/balances/balancesQuery'
import type { TokenBalance } from '@billfold/core/model/tokenBalance'
import type { CaipAddress } from '@billfold/protocol/caip'
import { Suspense, useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { formatDollars } from '../../ui/formatDollars.ts'
import { Nothing } from '../../ui/Nothing.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useCanBuy } from '../buy/useCanBuy.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { ListFailed } from '../shared/ListFailed.tsx'
import { ListWaiting } from '../shared/ListWaiting.tsx'
import { TokenTile } from '../shared/TokenTile.tsx'
import { ListAge } from './ListAge.tsx'
import { ReceiveFunds } from './ReceiveFunds.tsx'

const BuyButton = lazyPart(
  async () => (await import('../buy/lateBuy.ts')).buyButton(),
  () => null,
)

/** The account's tokens, by value. */
export function TokenList({ caip }: { caip: CaipAddress }) {
  const kit = useKit()
  const text = useArea(accountTexts)
  const canBuy = useCanBuy()
  const { data, dataUpdatedAt, isError, refetch } = useKitQuery(balancesQuery(kit, { address: caip }))
  const retry = () => {
    dropGuard(kit, caip)
    return refetch()
  }
  if (!data && isError)
    return <ListFailed title={text.balanceAway} text={text.balanceAwayDetail} onRetry={retry} testId="balance-away" />
  if (!data) return <ListWaiting shape="row" count={3} />
  if (data.length === 0)
    return (
      <Nothing icon="wallet" title={text.noTokens} text={text.noTokensDetail}>
        {canBuy ? (
          <Suspense fallback={null}>
            <BuyButton />
          </Suspense>
        ) : (
          <ReceiveFunds />
        )}
      </Nothing>
    )
  return (
    <>
      {isError ? <ListAge updatedAt={dataUpdatedAt} onRetry={retry} /> : null}
      <ul className="lines">
        {data.map((token) => (
          <TokenRow key={token.address ?? 'native'} token={token} />
        ))}
      </ul>
    </>
  )
}

function TokenRow({ token }: { token: TokenBalance }) {
  const text = useArea(accountTexts)
  const { tag } = useContext(LocaleContext)
  const { labelOf } = useTokenLabel()
  const { name, symbol, amount, decimals, value, iconUrl, isListed } = token
  return (
    <li className="line" data-testid={`token-${symbol}`}>
      <TokenTile token={token} image={iconUrl} />
      <span className="line-text">
        <span className="line-title">
          <bdi>{name}</bdi>
          {isListed === false ? (
            <>
              {' '}
              <Tag tone="caution">{text.unlisted}</Tag>
            </>
          ) : null}
        </span>
        <span className="line-detail">
          <Amount value={amount} decimals={decimals} symbol={labelOf(token)} locale={tag} />
        </span>
      </span>
      <span className="line-tail">
        {value === undefined ? (
          <span className="line-quiet">{text.unpriced}</span>
        ) : (
          <bdi className="line-value">{formatDollars(value, tag)}</bdi>
        )}
      </span>
    </li>
  )
}
