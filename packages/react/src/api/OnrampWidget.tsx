import { openModal } from '@billfold/core/features/modal/openModal'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { Suspense, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useButtonTag, useButtonText } from '../i18n/ButtonText.ts'
import { buyTexts } from '../i18n/compiled/buyTexts.ts'
import { english } from '../i18n/english.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { useArea } from '../i18n/useArea.ts'
import { attachStyles } from '../theme/attachStyles.ts'
import { onrampWidgetStyles } from '../theme/onrampWidgetStyles.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { BuyLine, BuySelect } from '../views/buy/BuySelect.tsx'
import { BuySum } from '../views/buy/BuySum.tsx'
import { CountryField } from '../views/buy/CountryField.tsx'
import { type BuyFilled, useBuyDraft } from '../views/buy/useBuyDraft.ts'
import { useOnramp } from '../views/buy/useOnramp.ts'

/** Props of `AppKitOnrampWidget`. */
export type AppKitOnrampWidgetProps = {
  /** Takes no input; `false` by default. */
  disabled?: boolean | undefined
}

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
  // If the operator has no provider, nothing about buying is rendered.
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
      {asset ? (
        <BuySum form={form} handle="onramp-widget">
          <Currency form={form} />
        </BuySum>
      ) : (
        <p role="status">{asksCountry ? text.noneHere : text.noneText}</p>
      )}
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

/** The money that is paid with. */
function Currency({ form: { currency, currencies } }: { form: BuyFilled }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const names = new Intl.DisplayNames([tag], { type: 'currency' })
  return (
    <BuySelect
      label={text.changeCurrency(names.of(currency) ?? currency)}
      value={currency}
      options={currencies.map((code) => [code, code])}
      onChange={(code) => kit.store.send({ type: 'onramp/edited', change: { currency: code, offer: undefined } })}
      testId="onramp-widget-currency"
    />
  )
}

/** The asset to buy. */
function Token({ form: { asset, assets } }: { form: BuyFilled }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  return (
    <BuyLine
      title={text.get}
      label={text.changeToken(asset?.symbol ?? '')}
      value={asset?.address ?? ''}
      options={assets.map(({ address, symbol }) => [address ?? '', symbol])}
      onChange={(address) => {
        const chosen = assets.find((each) => (each.address ?? '') === address)
        kit.store.send({ type: 'onramp/edited', change: { asset: chosen, offer: undefined } })
      }}
      testId="onramp-widget-token"
    />
  )
}
