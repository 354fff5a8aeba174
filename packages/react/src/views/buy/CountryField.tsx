import { useContext, useMemo } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { BuyLine } from './BuySelect.tsx'
import { countryCodes } from './countryCodes.ts'
import type { BuyFilled } from './useBuyDraft.ts'
import { usStates } from './usStates.ts'

type Props = { form: Pick<BuyFilled, 'asksCountry' | 'country' | 'countries' | 'asksSubdivision' | 'subdivision'> }

/**
 * The visitor's country: shown only if quotes depend on it, and stored on this device. In the US some sellers need the
 * state too.
 */
export function CountryField({ form }: Props) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const { asksCountry, country = '', countries, asksSubdivision, subdivision = '' } = form
  const named = useMemo(() => namesOf(countries.length > 0 ? countries : countryCodes, tag), [countries, tag])
  if (!asksCountry) return null
  const first = country ? namesOf([country], tag) : [['', text.chooseCountry] as const]
  return (
    <>
      <BuyLine
        title={text.country}
        value={country}
        options={named.some(([code]) => code === country) ? named : [...first, ...named]}
        onChange={(code) => {
          if (code) kit.store.send({ type: 'onramp/countryChosen', country: code })
        }}
        testId="buy-country"
      />
      {asksSubdivision && country === 'US' ? (
        <BuyLine
          title={text.state}
          value={subdivision}
          options={subdivision in usStates ? stateList : [['', text.chooseState], ...stateList]}
          onChange={(code) => {
            if (code) kit.store.send({ type: 'onramp/countryChosen', country, subdivision: code })
          }}
          testId="buy-state"
        />
      ) : null}
    </>
  )
}

const stateList = Object.entries(usStates)

/** By name, in the order of the language; the visitor's own, as their browser tells it, is a guess and comes first. */
function namesOf(codes: readonly string[], tag: string): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames([tag], { type: 'region' })
  const collator = new Intl.Collator(tag)
  const guess = new Intl.Locale(navigator.language || tag).region
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([a, nameA], [b, nameB]) => Number(b === guess) - Number(a === guess) || collator.compare(nameA, nameB))
}
