import type { AnsweredOffer } from '@billfold/core/features/onramp/offersOf'
import type { OnrampAsset } from '@billfold/protocol/api/onramp'
import { useContext, useId } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { type BuyTexts, buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { formatAmount } from '../../ui/formatAmount.ts'
import { formatMoney } from '../../ui/formatMoney.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import type { BuyForm } from './useBuyForm.ts'

/** Each provider's quote, best first: the amount that arrives, every fee, and the time. */
export function OfferList({ form, asset }: { form: BuyForm; asset: OnrampAsset }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const name = useId()
  if (form.offers.length === 0) return null
  return (
    <fieldset className="buy-offers" data-testid="buy-offers">
      <legend className="visually-hidden">{text.offers}</legend>
      {form.offers.map((offer) => (
        <label key={offer.id} className="buy-offer" data-testid={`buy-offer-${offer.provider.id}-${offer.method}`}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={offer.id}
            checked={offer.id === form.chosen?.id}
            disabled={!offer.quote || offer.problem !== undefined}
            onChange={() => kit.store.send({ type: 'onramp/edited', change: { offer: offer.id } })}
          />
          <OfferBody offer={offer} asset={asset} isBest={offer.id === form.best?.id && form.offers.length > 1} />
        </label>
      ))}
    </fieldset>
  )
}

function OfferBody({ offer, asset, isBest }: { offer: AnsweredOffer; asset: OnrampAsset; isBest: boolean }) {
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const { provider, method, currency, quote, error, problem } = offer
  const money = (amount: string) => isolate(formatMoney(amount, currency, tag))
  const isOneOfMany = provider.limits.filter((limit) => limit.currency === currency).length > 1
  return (
    <>
      <WalletTile name={provider.name} />
      <span className="buy-offer-text">
        <span className="buy-offer-head">
          <bdi className="buy-seller">{provider.name}</bdi>
          {quote && !problem ? (
            <bdi className="buy-gets">
              {formatAmount(BigInt(quote.gets), asset.decimals, tag)} {asset.symbol}
            </bdi>
          ) : null}
        </span>
        {isBest || isOneOfMany ? (
          <span className="buy-tags">
            {isBest ? <Tag tone="accent">{text.best}</Tag> : null}
            {isOneOfMany ? <Tag>{methodName(method, text)}</Tag> : null}
          </span>
        ) : null}
        {problem ? (
          <span className="send-note">
            {problem === 'tooLittle' ? text.tooLittle(money(offer.min)) : text.tooMuch(money(offer.max))}
          </span>
        ) : quote ? (
          <span className="buy-facts">
            {quote.fees.map((fee) => (
              <span key={fee.name} className="buy-fact">
                <bdi>{feeName(fee.name, text)}</bdi>
                <bdi>{money(fee.amount)}</bdi>
              </span>
            ))}
            {quote.fees.length === 0 ? <span className="buy-fact">{text.noFees}</span> : null}
            <span className="buy-fact">
              <span>{text.arrives}</span>
              <span>
                {quote.arrivesInSeconds === null
                  ? text.timeUnknown
                  : text.about(isolate(timeText(quote.arrivesInSeconds, tag)))}
              </span>
            </span>
          </span>
        ) : error ? (
          <span className="send-note">{text.failed}</span>
        ) : (
          <span className="send-note" aria-busy="true">
            <Skeleton shape="line" />
            <span className="visually-hidden">{text.asking}</span>
          </span>
        )}
      </span>
    </>
  )
}

/** The fees that most sellers take, by the names that they give them; any other keeps its seller's name. */
const feeNames: Readonly<Record<string, keyof BuyTexts['feeNames']>> = {
  'network fee': 'network',
  'processing fee': 'processing',
  'card fee': 'card',
  'service fee': 'service',
  'transaction fee': 'transaction',
  'partner fee': 'partner',
}

function feeName(name: string, text: BuyTexts): string {
  const known = feeNames[name.trim().toLowerCase()]
  return known ? text.feeNames[known] : name || text.fees
}

/** Names that are the same in every language. */
const brands: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
  sepa: 'SEPA',
  ach: 'ACH',
}

/** The payment method as text; one without a text by its own name. */
const methodName = (method: string, { methods }: BuyTexts): string =>
  brands[method] ?? (methods as Readonly<Record<string, string>>)[method] ?? method.replaceAll('_', ' ')

/** A time to wait, in the largest unit that says it. */
function timeText(seconds: number, tag: string): string {
  const [unit, count] =
    seconds < 90
      ? ['second', seconds]
      : seconds < 5_400
        ? ['minute', seconds / 60]
        : seconds < 129_600
          ? ['hour', seconds / 3_600]
          : ['day', seconds / 86_400]
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
    numberingSystem: 'latn',
  }).format(count as number)
}
