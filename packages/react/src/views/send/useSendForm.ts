import { entryUnits } from '@billfold/core/features/amount/entryUnits'
import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { knownAddresses } from '@billfold/core/features/lookalike/knownAddresses'
import {
  isStop,
  type RecipientFacts,
  type Risk,
  recipientRisks,
} from '@billfold/core/features/lookalike/recipientRisks'
import { sentToQuery } from '@billfold/core/features/lookalike/sentToQuery'
import { holdingQuery, roughFeeQuery } from '@billfold/core/features/send/chainQueries'
import { memoOf } from '@billfold/core/features/send/memoOf'
import { isName, recipientQuery } from '@billfold/core/features/send/recipientQuery'
import { sendLabel } from '@billfold/core/features/send/sendLabel'
import { transfersQuery } from '@billfold/core/features/send/transfersQuery'
import { smartAccountQuery } from '@billfold/core/features/swap/smartAccountQuery'
import { caipAddressOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetwork, activeNetworkId } from '@billfold/core/model/findNetwork'
import type { Source } from '@billfold/core/model/source'
import type { TokenBalance } from '@billfold/core/model/tokenBalance'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useMemo } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useSettled } from './useSettled.ts'

const nameWaitMs = 500

/** The form's whole state: its values, their meaning, and its problems. */
export function useSendForm() {
  const kit = useKit()
  const draft = useSelect((state) => state.send.draft)
  const network = useSelect(activeNetwork)
  const account = useSelect((state) => connectedAccount(state))
  const networkId = useSelect(activeNetworkId)
  const namespace = useSelect((state) => state.network.activeNamespace)
  const source: Source = draft.source ?? account ?? { connectorId: '', address: '', type: 'eoa' }
  const coin = network?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const token = draft.token?.address ? draft.token : { symbol: coin.symbol, decimals: coin.decimals }
  const enabled = network !== undefined && source.address !== ''
  const { data: transferRules } = useKitQuery({ ...transfersQuery(kit, { namespace }), enabled })
  const transfers = transferRules ?? undefined
  const at = { networkId, owner: source.address }
  const balance = useKitQuery({ ...holdingQuery(kit, { ...at, token: token.address }), enabled })
  const coins = useKitQuery({ ...holdingQuery(kit, at), enabled })
  const roughFee = useKitQuery({ ...roughFeeQuery(kit, { networkId, token: token.address }), enabled }).data
  const smart = useKitQuery({ ...smartAccountQuery(kit, { networkId, address: source.address }), enabled })
  const listed = useListed(token.address)
  const coinPrice = useListed(undefined)?.price
  const read = entryUnits(draft, token.decimals)
  const recipient = useRecipient(draft.to, networkId, enabled)
  const maxMemoBytes = transfers?.memoBytes ?? 0
  const memo = maxMemoBytes ? memoOf(draft, recipient.found) : ''
  const memoLength = new TextEncoder().encode(memo).length
  const { address, proof } = recipient.found ?? {}
  const risks = useRisks({ address, token: token.address, isBurn: transfers?.isBurn, proof })
  const isStopped = risks.some(isStop) && draft.confirmed !== recipient.found?.address
  const label = sendLabel({
    hasToken: token.symbol !== '',
    amount: draft.written?.text ?? draft.amount,
    units: 'units' in read ? read.units : undefined,
    balance: balance.data,
    coins: coins.data,
    roughFee,
    isCoin: token.address === undefined,
    isSmart: source.type === 'smartAccount' || (smart.data ?? false),
    to: draft.to,
    recipient: recipient.state,
    isStopped,
    isMemoLong: memoLength > maxMemoBytes,
  })
  return {
    draft,
    network,
    account,
    source,
    coin,
    token,
    transfers,
    /** No one is connected, or the family cannot send: a site may still open the view. */
    leadsTo: account === undefined ? ('Connect' as const) : transferRules === null ? ('Account' as const) : undefined,
    balance,
    read,
    price: listed?.price,
    coinPrice,
    image: listed?.iconUrl,
    coins: coins.data,
    fee: roughFee,
    recipient,
    memo,
    maxMemoBytes,
    memoLength,
    risks,
    isStopped,
    label,
  }
}

export type SendForm = ReturnType<typeof useSendForm>

/** The recipient that a text names. Names are looked up after a pause in typing; an address resolves at once. */
function useRecipient(text: string, networkId: CaipNetworkId, enabled = true) {
  const kit = useKit()
  const settled = useSettled(text.trim(), nameWaitMs, !isName(text))
  const isWanted = enabled && settled !== '' && settled === text.trim()
  const { data, error, isPending } = useKitQuery({
    ...recipientQuery(kit, { text: settled, networkId }),
    enabled: isWanted,
  })
  if (text.trim() === '') return { state: 'none' } as const
  if (!isWanted || (isPending && !error)) return { state: 'looking', isName: isName(text) } as const
  if (error) return { state: 'invalid', code: KitError.from(error).code, isName: isName(text) } as const
  return { state: 'found', found: data } as const
}

type RiskFacts = Pick<RecipientFacts, 'token' | 'isContract' | 'proof'> & {
  address: string | undefined
  isBurn: ((address: string) => boolean) | undefined
}

/** Risks of a recipient, from this device's data and the account's history. */
export function useRisks({ address, token, isBurn, isContract, proof }: RiskFacts) {
  const namespace = useSelect((state) => state.network.activeNamespace)
  const sentTo = useSentTo()
  const kit = useKit()
  const parts = useSelect((state) => [state.account[namespace], state.addressBook, state.transactions])
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that it reads of the state is in `parts`
  const known = useMemo(() => knownAddresses(kit.store.get(), namespace, sentTo), [kit, parts, namespace, sentTo])
  if (address === undefined) return noRisks
  return recipientRisks({ namespace, address, known, token, isBurn: isBurn?.(address) ?? false, isContract, proof })
}

const noRisks: readonly Risk[] = []
const nobody: readonly string[] = []

/** Earlier recipients of the active account. */
export function useSentTo(): readonly string[] {
  const kit = useKit()
  const account = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const enabled = account !== undefined
  const query = sentToQuery(kit, { address: account ?? `${networkId}:none` })
  return useKitQuery({ ...query, enabled }).data ?? nobody
}

/** Our server's data about a token of this account: its price and its image, if known. */
function useListed(token: string | undefined): TokenBalance | undefined {
  const kit = useKit()
  const account = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const query = balancesQuery(kit, { address: account ?? `${networkId}:none` })
  const { data } = useKitQuery({ ...query, enabled: account !== undefined })
  return data?.find((row) => sameAddress(networkId, row.address, token))
}
