import { sumFor } from '@billfold/core/features/onramp/money'
import { offersOf, rankOffers } from '@billfold/core/features/onramp/offersOf'
import { onrampInitial } from '@billfold/core/features/onramp/onramp'
import { sameAsset } from '@billfold/core/features/onramp/onrampProvidersQuery'
import { onrampQuoteQuery } from '@billfold/core/features/onramp/onrampQuoteQuery'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { Onramp } from '@billfold/core/model/onramp'
import { useEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQueries } from '../../hooks/useKitQueries.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useBuyDraft } from './useBuyDraft.ts'

const typingMs = 300

/** Everything the form shows: what is filled in, and what each provider gives for it. */
export function useBuyForm(onramp: Onramp = onrampInitial) {
  const kit = useKit()
  const account = useSelect((state) => connectedAccount(state))
  const filled = useBuyDraft(onramp)
  const { draft, providers, asset, wanted, pays, country, subdivision } = filled
  const isSettled = useRested(pays, typingMs) === pays
  const lacks =
    draft.lacks !== undefined && asset && draft.asset && sameAsset(asset, draft.asset) ? draft.lacks : undefined
  // The missing amount has no price yet: a usual amount probes for it.
  const isProbing = lacks !== undefined && !draft.isFilled && draft.amount === ''
  const sum = isProbing ? filled.probe : pays
  const offers = sum && asset && !filled.lacksCountry ? offersOf(providers, { ...wanted, pays: sum }) : []
  const quotableOffers = isSettled || isProbing ? offers.filter(({ problem }) => !problem) : []
  const answers = useKitQueries(
    quotableOffers.map(({ provider, method }) =>
      onrampQuoteQuery(kit, { ...wanted, provider: provider.id, method, pays: sum, country, subdivision }),
    ),
  )
  const ranked = rankOffers(
    offers.map((offer) => {
      const answer = answers[quotableOffers.indexOf(offer)]
      return { ...offer, quote: answer?.data, error: answer?.error ?? undefined }
    }),
  )
  const [best] = ranked.filter(({ quote }) => quote)
  const chosen = ranked.find(({ id, quote }) => id === draft.offer && quote) ?? best
  const sumOf = isProbing ? sumFor(BigInt(lacks), ranked) : undefined
  const [toPay, least] = [sumOf?.amount, sumOf?.least]
  useEffect(() => {
    if (toPay === undefined) return
    kit.store.send({ type: 'onramp/edited', change: { amount: toPay, least, isFilled: true } })
  }, [kit, toPay, least])
  return {
    ...filled,
    attempt: onramp.attempt,
    account,
    offers: isProbing ? [] : ranked,
    best: isProbing ? undefined : best,
    chosen: isProbing ? undefined : chosen,
    isAsking: !filled.lacksCountry && (isProbing || !isSettled || answers.some(({ isPending }) => isPending)),
    lacks,
  }
}

export type BuyForm = ReturnType<typeof useBuyForm>

/** A value once it has not changed for a while. */
function useRested<T>(value: T, ms: number): T {
  const { clock } = useKit().ports
  const [rested, setRested] = useState(value)
  useEffect(() => clock.after(ms, () => setRested(value)), [clock, value, ms])
  return rested
}
