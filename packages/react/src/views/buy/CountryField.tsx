import { useContext, useMemo } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { BuyLine } from './BuySelect.tsx'
import type { BuyFilled } from './useBuyDraft.ts'
import { usStates } from './usStates.ts'

/** ISO 3166-1, two letters each. Their names every browser knows in every language. */
const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT ' +
  'BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ' +
  'ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT ' +
  'HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI ' +
  'NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG ' +
  'SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG ' +
  'UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW '
)
  .trim()
  .split(' ')

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
