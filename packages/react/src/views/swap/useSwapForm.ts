import { retryAfterMs } from '@billfold/core/api/retryAfterMs'
import { caipAddressOf, connectedAccount } from '@billfold/core/features/account/account'
import { entryUnits } from '@billfold/core/features/amount/entryUnits'
import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { activeNetwork, activeNetworkId } from '@billfold/core/features/network/network'
import { holdingQuery } from '@billfold/core/features/send/chainQueries'
import { priceQuery } from '@billfold/core/features/swap/priceQuery'
import { quotesQuery } from '@billfold/core/features/swap/quotesQuery'
import { smartAccountQuery } from '@billfold/core/features/swap/smartAccountQuery'
import type { SwapAsset } from '@billfold/core/features/swap/swap'
import { automaticSlippageBps, defaultSlippageBps } from '@billfold/core/features/swap/swapMaths'
import { swapTokensQuery } from '@billfold/core/features/swap/swapTokensQuery'
import type { NoQuote } from '@billfold/protocol/api/swap'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useSettled } from '../send/useSettled.ts'

const typingMs = 200
const nothing: SwapAsset = { symbol: '', name: '', decimals: 18 }

export type SwapLabel = 'selectToken' | 'enterAmount' | 'insufficient' | 'insufficientGas' | NoQuoteLabel | 'review'

/** Why there is nothing to review, as the button says it. */
export type NoQuoteLabel = 'noRoute' | 'tooSmall' | 'wouldFail' | 'busy' | 'tooOften' | 'slow' | 'away'

const labelOf: Readonly<Record<NoQuote['reason'], NoQuoteLabel>> = {
  no_route: 'noRoute',
  amount_too_small: 'tooSmall',
  would_fail: 'wouldFail',
  busy: 'busy',
  timeout: 'slow',
  unavailable: 'away',
}
const labelOfFailure: Partial<Record<ErrorCode, NoQuoteLabel>> = { too_many_requests: 'tooOften', timeout: 'slow' }

/** Everything the form shows: what is filled in, what it would give, and what stands against it. */
export function useSwapForm() {
  const kit = useKit()
  const draft = useSelect((state) => state.swap.draft)
  const network = useSelect(activeNetwork)
  const account = useSelect((state) => connectedAccount(state))
  const networkId = useSelect(activeNetworkId)
  const user = account?.address ?? ''
  const isReady = network !== undefined && user !== ''
  const tokens = useKitQuery({ ...swapTokensQuery(kit, { networkId }), enabled: isReady })
  const coin = tokens.data?.find(({ address }) => address === undefined)
  const from = draft.from ?? coin
  const { to } = draft
  const held = { networkId, owner: user }
  const balance = useKitQuery({ ...holdingQuery(kit, { ...held, token: from?.address }), enabled: isReady })
  const coins = useKitQuery({ ...holdingQuery(kit, held), enabled: isReady })
  const isSmart =
    useKitQuery({ ...smartAccountQuery(kit, { networkId, address: user }), enabled: isReady }).data ?? false
  const read = entryUnits(draft, from?.decimals ?? 18)
  const settled = useSettled(draft.amount, typingMs, false)
  const amount = 'units' in read ? read.units : undefined
  const isAsked = isReady && from && to && amount !== undefined && settled === draft.amount
  const input = { networkId, user, from: from ?? nothing, to: to ?? nothing, amount: amount ?? 0n }
  // The first answer tells how deep the pools are and how the price has moved; what follows from it is then asked for.
  const plain = useKitQuery({
    ...quotesQuery(kit, { ...input, slippageBps: defaultSlippageBps }),
    enabled: Boolean(isAsked),
  })
  const slippageBps = draft.slippageBps ?? automaticSlippageBps(plain.data?.quotes ?? [])
  const isPlain = slippageBps === defaultSlippageBps
  // One observer for both, so that what is shown stays until what replaces it is there.
  const answer = useKitQuery({
    ...quotesQuery(kit, { ...input, slippageBps }),
    enabled: Boolean(isAsked) && plain.data !== undefined,
    ...(isPlain ? { refetchInterval: false } : {}),
  })
  const quotes = isAsked ? (answer.data?.quotes ?? []) : []
  const quote = quotes.find(({ source }) => source?.id === draft.sourceId) ?? quotes[0]
  const isWaiting = amount !== undefined && to !== undefined && !answer.data && !answer.error && !plain.error
  const gas = BigInt(quote?.gas ?? 0) + BigInt(quote?.approvalGas ?? 0)
  const gasCost = gas * BigInt(quote?.gasPrice ?? 0)
  const spent = from?.address === undefined ? (amount ?? 0n) : 0n
  const failure = plain.error ?? answer.error
  const why = answer.data?.why ?? plain.data?.why
  const label: SwapLabel = !to
    ? 'selectToken'
    : amount === undefined
      ? 'enterAmount'
      : balance.data !== undefined && amount > balance.data
        ? 'insufficient'
        : failure
          ? (labelOfFailure[KitError.from(failure).code] ?? 'away')
          : quote && coins.data !== undefined && coins.data < spent + (isSmart ? 0n : gasCost)
            ? 'insufficientGas'
            : !quote && !isWaiting
              ? labelOf[why?.reason ?? 'no_route']
              : 'review'
  return {
    draft,
    network,
    networkId,
    user,
    tokens,
    coin,
    from,
    to,
    balance,
    read,
    amount,
    quotes,
    quote,
    isWaiting,
    isComplete: answer.data?.isComplete ?? false,
    slippageBps,
    label,
    canReview: label === 'review' && quote !== undefined,
    failure: failure ? KitError.from(failure).code : undefined,
    /** How long whoever was asked too often wants to be left alone; then it is asked again by itself. */
    retryMs: retryAfterMs(failure),
    retry: () => void (plain.error || plain.data?.why ? plain : answer).refetch(),
  }
}

export type SwapForm = ReturnType<typeof useSwapForm>

/** What one of a token is worth: as the account's own list says it, or where it is not in there, as the server does. */
export function usePriceOf(asset: SwapAsset | undefined): number | undefined {
  const kit = useKit()
  const own = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const { data, isPending } = useKitQuery({
    ...balancesQuery(kit, { address: own ?? `${networkId}:none` }),
    enabled: own !== undefined,
  })
  const known = asset && data?.find((row) => sameAddress(networkId, row.address, asset.address))?.price
  const told = useKitQuery({
    ...priceQuery(kit, { networkId, asset: asset ?? nothing }),
    enabled: asset !== undefined && !isPending && known === undefined,
  })
  return asset && (known ?? told.data ?? undefined)
}
