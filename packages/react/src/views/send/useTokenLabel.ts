import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { confusablesQuery } from '@billfold/core/features/lookalike/confusablesQuery'
import { type Impersonation, impersonationOf } from '@billfold/core/features/lookalike/impersonationOf'
import { swapTokensKey } from '@billfold/core/features/swap/swapTokensKey'
import { caipAddressOf } from '@billfold/core/model/connectedAccount'
import { activeNetwork, activeNetworkId } from '@billfold/core/model/findNetwork'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { shortAddress } from '../../ui/Address.tsx'

/** A token by what it calls itself; its contract as forms and as transactions keep it. */
export type NamedToken = {
  symbol: string
  name?: string | undefined
  address?: string | undefined
  token?: string | undefined
}

/** Labels of tokens: the symbol; a token with a borrowed symbol in quotes and with its contract. */
export function useTokenLabel() {
  const kit = useKit()
  const network = useSelect(activeNetwork)
  const account = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  // Only what the forms have asked for already: a name alone is no reason to ask.
  const held = useKitQuery({ ...balancesQuery(kit, { address: account ?? `${networkId}:none` }), enabled: false }).data
  const swapped = queriesOf(kit).getQueryData<readonly NamedToken[]>(swapTokensKey(networkId).queryKey)
  const { shapes, known } = useKitQuery(confusablesQuery()).data ?? {}
  const listed = [...(swapped ?? []), ...(held ?? []).filter(({ isListed }) => isListed), ...(known?.[networkId] ?? [])]
  const pose = ({ symbol, name, address, token = address }: NamedToken): Impersonation | undefined =>
    network && impersonationOf({ symbol, name, address: token }, network, listed, shapes)
  const isSame = (named: NamedToken, contract: string) => sameAddress(networkId, named.address, contract)
  return {
    poseOf: pose,
    /** Whether the loaded lists omit a token; without any, that is unknown. */
    isUnlisted: ({ address, token = address }: NamedToken): boolean => {
      if (!token || listed.some((each) => isSame(each, token))) return false
      const own = held?.find((each) => isSame(each, token))
      // A server without a list flag has no lists.
      return own ? own.isListed === false : swapped !== undefined && swapped.length > 0
    },
    labelOf: (named: NamedToken): string => {
      const contract = named.address ?? named.token
      // Joined: a contract that is cut by the end of a line is hard to read, from right to left all the more.
      const short = contract && shortAddress(contract).replace('…', '\u2060…\u2060')
      return short && pose(named) ? `“${named.symbol}” (${short})` : named.symbol
    },
  }
}
