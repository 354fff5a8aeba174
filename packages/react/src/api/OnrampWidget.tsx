import { connectedAccount } from '@billfold/core/features/account/account'
import { openModal } from '@billfold/core/features/modal/openModal'
import { Suspense, useContext, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useButtonTag, useButtonText } from '../i18n/ButtonText.ts'
import { buyTexts } from '../i18n/buy/buyTexts.ts'
import { english } from '../i18n/english.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { useArea } from '../i18n/useArea.ts'
import { useReaders } from '../i18n/useReaders.ts'
import { attachStyles } from '../theme/attachStyles.ts'
import { onrampWidgetStyles } from '../theme/onrampWidgetStyles.ts'
import { Button } from '../ui/Button.tsx'
import { formatMoney } from '../ui/formatMoney.ts'
import { Icon } from '../ui/Icon.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CountryField } from '../views/buy/CountryField.tsx'
import { type BuyFilled, useBuyDraft } from '../views/buy/useBuyDraft.ts'
import { useOnramp } from '../views/buy/useOnramp.ts'
import { AmountField } from '../views/send/AmountField.tsx'
import { useAmountProblem } from '../views/send/useAmountProblem.ts'

export type AppKitOnrampWidgetProps = { disabled?: boolean | undefined }

/** The first step of buying, on the site's own page: how much for what. The dialog shows who gives most for it. */
export function OnrampWidget({ disabled }: AppKitOnrampWidgetProps) {
  const place = useRef<HTMLDivElement>(null)
  const tag = useButtonTag()
  // Its texts are areas, which are found by the tag alone.
  const locale = useMemo(() => ({ ...english, tag }), [tag])
  useLayoutEffect(() => {
    const root = place.current?.getRootNode()
    if (root instanceof ShadowRoot) attachStyles(root, onrampWidgetStyles)
  }, [])
  return (
    <div ref={place} className="onramp-widget" data-testid="onramp-widget">
      <LocaleContext.Provider value={locale}>
        <Suspense fallback={<Waiting />}>
          <Form disabled={disabled} />
        </Suspense>
      </LocaleContext.Provider>
    </div>
  )
}

const Waiting = () => (
  <div className="stack" aria-busy="true">
    <Skeleton shape="row" count={2} />
  </div>
)

function Form({ disabled }: AppKitOnrampWidgetProps) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const words = useButtonText()
  const onramp = useOnramp()
  const form = useBuyDraft(onramp)
  const isWanted = useSelect((state) => state.options.features.onramp)
  const isConnected = useSelect((state) => connectedAccount(state) !== undefined)
  const { sellers, providers, asset, asksCountry } = form
  if (!isWanted) return null
  if (!sellers.data && sellers.errorUpdateCount > 0)
    return (
      <div className="stack">
        <p role="status">{text.away}</p>
        <Button wide icon="refresh" onClick={() => void sellers.refetch()}>
          {text.again}
        </Button>
      </div>
    )
  if (!sellers.data || !onramp) return <Waiting />
  // Where the operator has nobody who sells, nothing about buying is drawn.
  if (providers.length === 0 && !asksCountry) return null
  const open = () => {
    if (!isConnected) return openModal(kit, { view: { name: 'Connect' } })
    openModal(kit, { view: { name: 'OnRampProviders' } })
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      {asset ? <Sum form={form} /> : <p role="status">{asksCountry ? text.noneHere : text.noneText}</p>}
      {asset ? <Token form={form} /> : null}
      <CountryField form={form} />
      {isConnected ? null : (
        <p className="footnote" data-testid="onramp-widget-connect-first">
          {text.connectFirst}
        </p>
      )}
      <Button
        type="submit"
        look="primary"
        wide
        aria-haspopup="dialog"
        disabled={disabled || (isConnected && (!asset || form.pays === '' || form.lacksCountry))}
        data-testid="onramp-widget-button"
      >
        {isConnected ? text.quotes : words.connect}
      </Button>
    </form>
  )
}

/** What is paid, in which money, and usual sums of it. */
function Sum({ form }: { form: BuyFilled }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const readers = useReaders()
  const said = useId()
  const { draft, currency, currencies, decimals, read, sums, pays } = form
  const problem = useAmountProblem()(read, { symbol: currency, decimals }, undefined)
  const names = new Intl.DisplayNames([tag], { type: 'currency' })
  return (
    <div className="send-box">
      <span className="send-label">{text.pay}</span>
      <AmountField
        label={text.pay}
        entry={draft}
        readers={readers}
        invalid={problem !== undefined}
        describedBy={said}
        onChange={({ amount, written }) => kit.store.send({ type: 'onramp/edited', change: { amount, written } })}
      >
        <Choice
          label={text.changeCurrency(names.of(currency) ?? currency)}
          value={currency}
          options={currencies.map((code) => [code, code])}
          onChange={(code) => kit.store.send({ type: 'onramp/edited', change: { currency: code, offer: undefined } })}
          testId="onramp-widget-currency"
        />
      </AmountField>
      <span id={said} role="status" className="send-problem">
        {problem ?? ''}
      </span>
      <fieldset className="buy-sums">
        <legend className="visually-hidden">{text.presets}</legend>
        {sums.map((sum) => (
          <button
            key={sum}
            type="button"
            className="buy-sum"
            aria-pressed={pays === sum}
            data-testid={`onramp-widget-preset-${sum}`}
            onClick={() => kit.store.send({ type: 'onramp/edited', change: { amount: sum } })}
          >
            <bdi>{formatMoney(sum, currency, tag)}</bdi>
          </button>
        ))}
      </fieldset>
    </div>
  )
}

/** What is bought. */
function Token({ form: { asset, assets } }: { form: BuyFilled }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  return (
    <div className="send-box buy-country">
      <span className="send-label">{text.get}</span>
      <Choice
        label={text.changeToken(asset?.symbol ?? '')}
        value={asset?.address ?? ''}
        options={assets.map(({ address, symbol }) => [address ?? '', symbol])}
        onChange={(address) => {
          const chosen = assets.find((each) => (each.address ?? '') === address)
          kit.store.send({ type: 'onramp/edited', change: { asset: chosen, offer: undefined } })
        }}
        testId="onramp-widget-token"
      />
    </div>
  )
}

function Choice(props: {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
  testId: string
}) {
  const { label, value, options, onChange, testId } = props
  return (
    <span className="buy-select">
      <select aria-label={label} value={value} data-testid={testId} onChange={(e) => onChange(e.currentTarget.value)}>
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </span>
  )
}
