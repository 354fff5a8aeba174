import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { holdingQuery } from '@billfold/core/features/send/chainQueries'
import { priceQuery } from '@billfold/core/features/swap/priceQuery'
import { quotesQuery } from '@billfold/core/features/swap/quotesQuery'
import { readEntry, readSwapForm, slippageOf } from '@billfold/core/features/swap/readSwapForm'
import { smartAccountQuery } from '@billfold/core/features/swap/smartAccountQuery'
import { swapFeeQuery } from '@billfold/core/features/swap/swapFeeQuery'
import { defaultSlippageBps, gasOf } from '@billfold/core/features/swap/swapMaths'
import { swapTokensQuery } from '@billfold/core/features/swap/swapTokensQuery'
import { caipAddressOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetwork, activeNetworkId } from '@billfold/core/model/findNetwork'
import type { Source } from '@billfold/core/model/source'
import type { SwapAsset } from '@billfold/core/model/swap'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useSettled } from '../send/useSettled.ts'

const typingMs = 200
const nothing: SwapAsset = { symbol: '', name: '', decimals: 18 }

/** The form's whole state: its values, the quotes, and its problems. The core computes the result. */
export function useSwapForm() {
  const kit = useKit()
  const draft = useSelect((state) => state.swap.draft)
  const network = useSelect(activeNetwork)
  const account = useSelect((state) => connectedAccount(state))
  const networkId = useSelect(activeNetworkId)
  const source: Source = draft.source ?? account ?? { connectorId: '', address: '', type: 'eoa' }
  const user = source.address
  const isReady = network !== undefined && user !== ''
  const tokens = useKitQuery({ ...swapTokensQuery(kit, { networkId }), enabled: isReady })
  const { from, to, amount } = readEntry({ draft, tokens: tokens.data })
  const at = { networkId, owner: user }
  const balance = useKitQuery({ ...holdingQuery(kit, { ...at, token: from?.address }), enabled: isReady })
  const coins = useKitQuery({ ...holdingQuery(kit, at), enabled: isReady })
  const smart = useKitQuery({ ...smartAccountQuery(kit, { networkId, address: user }), enabled: isReady })
  const isSettled = useSettled(draft.amount, typingMs, false) === draft.amount && isReady
  const isAsked = isSettled && from !== undefined && to !== undefined && amount !== undefined
  const input = { networkId, user, from: from ?? nothing, to: to ?? nothing, amount: amount ?? 0n }
  const plain = useKitQuery({ ...quotesQuery(kit, { ...input, slippageBps: defaultSlippageBps }), enabled: isAsked })
  const slippageBps = slippageOf(draft, plain)
  // One observer for both, so that what is shown stays until what replaces it is there.
  const answer = useKitQuery({
    ...quotesQuery(kit, { ...input, slippageBps }),
    enabled: isAsked && plain.data !== undefined,
    ...(slippageBps === defaultSlippageBps ? { refetchInterval: false } : {}),
  })
  const isSmart = source.type === 'smartAccount' || (smart.data ?? false)
  const facts = {
    draft,
    tokens: tokens.data,
    balance: balance.data,
    coins: coins.data,
    isSmart,
    isSettled,
    plain,
    answer,
  }
  const { quote } = readSwapForm(facts)
  const gas = quote ? gasOf(quote) : 0n
  const fee = useKitQuery({ ...swapFeeQuery(kit, { networkId, gas }), enabled: gas > 0n && !isSmart }).data
  return {
    ...readSwapForm({ ...facts, cost: fee?.likely }),
    draft,
    network,
    networkId,
    account,
    source,
    tokens,
    balance,
    coins: coins.data,
    retry: () => void (plain.error || plain.data?.why ? plain : answer).refetch(),
  }
}

export type SwapForm = ReturnType<typeof useSwapForm>

/** A token's price: from the account's own list, otherwise from the server. */
export function usePriceOf(asset: SwapAsset | undefined): number | undefined {
  const kit = useKit()
  const own = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const { data, isPending } = useKitQuery({
    ...balancesQuery(kit, { address: own ?? `${networkId}:none` }),
    enabled: own !== undefined,
  })
  const known = asset && data?.find((row) => sameAddress(networkId, row.address, asset.address))?.price
  const listedPrice = useKitQuery({
    ...priceQuery(kit, { networkId, asset: asset ?? nothing }),
    enabled: asset !== undefined && !isPending && known === undefined,
  })
  return asset && (known ?? listedPrice.data ?? undefined)
}
