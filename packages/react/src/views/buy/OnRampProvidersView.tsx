import { push } from '@billfold/core/features/modal/navigate'
import { buyCoins } from '@billfold/core/features/onramp/buyCoins'
import type { BuyError } from '@billfold/core/model/onramp'
import { useContext, useEffect } from 'react'
import { OnrampWidget } from '../../api/OnrampWidget.tsx'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { type BuyTexts, buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatMoney } from '../../ui/formatMoney.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useTokenImage } from '../send/useTokenImage.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { TokenTile } from '../shared/TokenTile.tsx'
import { BuySum } from './BuySum.tsx'
import { CountryField } from './CountryField.tsx'
import { OfferList } from './OfferList.tsx'
import { openPayment } from './openPayment.ts'
import { type BuyForm, useBuyForm } from './useBuyForm.ts'
import { useOnramp } from './useOnramp.ts'

/** The amount, the best quotes for it, and the way to pay. */
export function OnRampProvidersView() {
  const kit = useKit()
  const text = useArea(buyTexts)
  const onramp = useOnramp()
  const form = useBuyForm(onramp)
  const canReceive = useSelect((state) => state.options.features.receive)
  const { sellers, asset, account } = form
  useEffect(() => kit.store.send({ type: 'onramp/opened' }), [kit])
  if (!sellers.data && sellers.errorUpdateCount > 0)
    return (
      <EmptyState icon="warning" title={text.away} text={text.awayText} testId="buy-away">
        <Button size="s" icon="refresh" onClick={() => void sellers.refetch()}>
          {text.again}
        </Button>
      </EmptyState>
    )
  if (!sellers.data || !onramp || !account)
    return (
      <div className="stack" aria-busy="true">
        <Skeleton shape="box" count={2} />
        <Skeleton shape="row" />
      </div>
    )
  if (!asset && form.asksCountry)
    return (
      <div className="stack buy">
        <CountryField form={form} />
        <EmptyState icon="wallet" title={text.none} text={text.noneHere} testId="buy-none" />
      </div>
    )
  if (!asset)
    return (
      <Nothing icon="wallet" title={text.none} text={text.noneText} testId="buy-none">
        {canReceive ? (
          <Button size="s" icon="receive" onClick={() => push(kit, { name: 'WalletReceive' })}>
            {text.receive}
          </Button>
        ) : null}
      </Nothing>
    )
  const { chosen } = form
  const buy = () => {
    if (!chosen?.quote || form.attempt.phase === 'opening') return
    // In the click itself: a window that opens later is stopped by the browser.
    const opened = openPayment('')
    void buyCoins(kit, {
      offer: chosen,
      asset,
      pays: chosen.quote.pays,
      quoteId: chosen.quote.quoteId ?? undefined,
      address: account.address,
      window: opened,
    })
  }
  const isOpening = form.attempt.phase === 'opening'
  return (
    <form
      className="stack buy"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        buy()
      }}
    >
      <BuySum form={form} handle="buy">
        <Currency currency={form.currency} />
      </BuySum>
      <Token form={form} />
      <Lacking form={form} />
      <CountryField form={form} />
      <OfferList form={form} asset={asset} />
      <Spoken form={form} />
      <p className="footnote buy-links">
        <Button
          size="s"
          look="quiet"
          data-testid="buy-help"
          onClick={() => {
            kit.store.send({ type: 'onramp/helpClicked' })
            push(kit, { name: 'WhatIsABuy' })
          }}
        >
          {text.help}
        </Button>
        <Button size="s" look="quiet" data-testid="buy-purchases" onClick={() => push(kit, { name: 'OnRampActivity' })}>
          {text.purchases}
        </Button>
      </p>
      <div className="send-foot">
        {form.attempt.phase === 'failed' ? (
          <p className="callout" role="alert" data-testid="buy-trouble" data-code={form.attempt.trouble}>
            <Icon name="warning" />
            <span>{troubleText(form.attempt.trouble, text)}</span>
          </p>
        ) : null}
        <Button
          type="submit"
          look="primary"
          wide
          disabled={!chosen || isOpening || !form.pays}
          busy={isOpening || (form.isAsking && !chosen)}
          data-testid="buy-action-button"
        >
          {actionLabel(form, text)}
        </Button>
        {chosen ? <p className="footnote">{text.leaves(isolate(chosen.provider.name))}</p> : null}
      </div>
    </form>
  )
}

/** Text of the button: its action, or the missing input. */
function actionLabel(form: BuyForm, text: BuyTexts): string {
  const { chosen } = form
  if (chosen) return (form.attempt.phase === 'opening' ? text.opening : text.buy)(isolate(chosen.provider.name))
  if (form.lacksCountry) return form.asksSubdivision && form.country ? text.chooseState : text.chooseCountry
  if (form.pays === '' && form.lacks === undefined) return text.enterAmount
  return form.isAsking ? text.asking : text.failed
}

/** The same on a site's page; anyone who shows it there finds it by this view. */
OnRampProvidersView.OnPage = OnrampWidget

/** The money that is paid with. */
function Currency({ currency }: { currency: string }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  return (
    <button
      type="button"
      className="send-token"
      data-testid="buy-currency-button"
      onClick={() => push(kit, { name: 'OnRampFiatSelect' })}
    >
      <bdi aria-hidden="true">{currency}</bdi>
      <span className="visually-hidden">{text.changeCurrency(currency)}</span>
      <Icon name="down" size={16} />
    </button>
  )
}

/** The asset to buy. */
function Token({ form: { asset, chosen } }: { form: BuyForm }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const { labelOf } = useTokenLabel()
  const imageOf = useTokenImage()
  if (!asset) return null
  return (
    <div className="send-box buy-get">
      <span className="send-label">{text.get}</span>
      <div className="send-amount">
        <output className={chosen ? 'swap-output' : 'swap-output swap-output-none'} data-testid="buy-gets">
          <bdi>{chosen?.quote ? formatAmount(BigInt(chosen.quote.gets), asset.decimals, tag) : '0'}</bdi>
        </output>
        <button
          type="button"
          className="send-token"
          data-testid="buy-token-button"
          onClick={() => push(kit, { name: 'OnRampTokenSelect' })}
        >
          <TokenTile token={asset} image={imageOf(asset)} size={24} />
          <bdi aria-hidden="true">{asset.symbol}</bdi>
          <span className="visually-hidden">
            {text.changeToken(isolate(labelOf({ ...asset, address: asset.address ?? undefined })))}
          </span>
          <Icon name="down" size={16} />
        </button>
      </div>
      {chosen?.quote && BigInt(chosen.quote.gets) > 0n ? (
        <span className="send-note" data-testid="buy-rate">
          {text.rate(
            isolate(`1 ${asset.symbol}`),
            isolate(formatMoney(unitPrice(chosen.quote.pays, chosen.quote.gets, asset.decimals), chosen.currency, tag)),
          )}
        </span>
      ) : null}
    </div>
  )
}

/** The price of one whole token, every fee included. */
function unitPrice(pays: string, gets: string, decimals: number): string {
  const price = Number(pays) / (Number(gets) / 10 ** decimals)
  return price.toFixed(price < 1 ? 4 : 2)
}

/** The missing amount, and whether this purchase covers it. */
function Lacking({ form: { lacks, asset, chosen, draft, currency, pays } }: { form: BuyForm }) {
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  if (lacks === undefined || !asset) return null
  const amount = isolate(`${formatAmount(BigInt(lacks), asset.decimals, tag)} ${asset.symbol}`)
  const isShort = chosen?.quote !== undefined && BigInt(chosen.quote.gets) < BigInt(lacks)
  const least = draft.least === pays ? draft.least : undefined
  return (
    <p className={isShort ? 'callout' : 'footnote'} role="status" data-testid="buy-lacks">
      {isShort ? <Icon name="warning" /> : null}
      <span>
        {isShort ? text.lacksMore(amount) : text.lacks(amount)}
        {least ? ` ${text.least(isolate(formatMoney(least, currency, tag)))}` : ''}
      </span>
    </p>
  )
}

/** The best offer for who does not see the list change. */
function Spoken({ form: { best, asset, isAsking } }: { form: BuyForm }) {
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const isReady = best?.quote !== undefined && asset !== undefined && !isAsking
  return (
    <p className="visually-hidden" role="status">
      {isReady && best.quote
        ? text.priced(
            isolate(`${formatAmount(BigInt(best.quote.gets), asset.decimals, tag)} ${asset.symbol}`),
            isolate(best.provider.name),
          )
        : ''}
    </p>
  )
}

const words: Partial<Record<BuyError, keyof BuyTexts['trouble']>> = {
  mismatch: 'mismatch',
  unsafe: 'unsafe',
  timeout: 'slow',
  too_many_requests: 'busy',
}

const troubleText = (trouble: BuyError, text: BuyTexts): string => text.trouble[words[trouble] ?? 'other']
