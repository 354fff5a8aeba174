import { useContext, useId, useMemo } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { buyTexts } from '../../i18n/buy/buyTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { countryCodes } from './countryCodes.ts'
import type { BuyFilled } from './useBuyDraft.ts'

/** Where the visitor lives: asked only where offers depend on it, and kept on this device. */
export function CountryField({ form }: { form: Pick<BuyFilled, 'asksCountry' | 'country' | 'countries'> }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const id = useId()
  const { asksCountry, country = '', countries } = form
  const named = useMemo(() => namesOf(countries.length > 0 ? countries : countryCodes, tag), [countries, tag])
  const isListed = named.some(({ code }) => code === country)
  if (!asksCountry) return null
  return (
    <div className="send-box buy-country">
      <label className="send-label" htmlFor={id}>
        {text.country}
      </label>
      <span className="buy-select">
        <select
          id={id}
          value={country}
          data-testid="buy-country"
          onChange={({ currentTarget: { value } }) => {
            if (value) kit.store.send({ type: 'onramp/countryChosen', country: value })
          }}
        >
          {isListed ? null : (
            <option value={country}>{country ? namesOf([country], tag)[0]?.name : text.chooseCountry}</option>
          )}
          {named.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </span>
    </div>
  )
}

/** By name, in the order of the language; the visitor's own, as their browser tells it, is a guess and comes first. */
function namesOf(codes: readonly string[], tag: string): readonly { code: string; name: string }[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' })
  const collator = new Intl.Collator(tag)
  const guess = new Intl.Locale(navigator.language || tag).region
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => Number(b.code === guess) - Number(a.code === guess) || collator.compare(a.name, b.name))
}
