import { type CaipAddress, caipAddress, parseCaipNetworkId } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import type { TokenBalance } from '../../model/tokenBalance.ts'
import type { Transaction } from '../../model/transactions.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'

/**
 * After a transaction settled: reads the affected balances from the chain at once, and refetches other sources once
 * they have updated.
 */
export async function refreshBalances(
  kit: Kit,
  { networkId, from, meant }: Pick<Transaction, 'networkId' | 'from' | 'meant'>,
): Promise<void> {
  if (!kit.queries) return
  const accounts = [...new Set([from, meant.to])].map((address) => caipAddress(networkId, address))
  const tokens = [undefined, meant.token, meant.paid?.token]
  for (const account of accounts) await readFromChain(kit, account, tokens)
  for (const account of accounts)
    for (const queryKey of [
      ['nativeBalance', account],
      ['balances', account],
      ['history', account],
    ])
      void kit.queries.invalidateQueries({ queryKey })
  void kit.queries.invalidateQueries({ queryKey: ['holding', networkId] })
}

async function readFromChain(kit: Kit, account: CaipAddress, tokens: readonly (string | undefined)[]): Promise<void> {
  const shown = kit.queries?.getQueryData<readonly TokenBalance[]>(['balances', account])
  if (!shown) return
  const { namespace, reference } = parseCaipNetworkId(account.split(':').slice(0, 2).join(':'))
  const networkId = `${namespace}:${reference}` as const
  const owner = account.slice(networkId.length + 1)
  try {
    const transfers = await (await kit.chains[namespace]?.())?.transfers?.()
    const ask = createNetworkRequest(kit, { networkId })
    const read = async (row: TokenBalance): Promise<TokenBalance> => {
      const isMoved = tokens.some((token) => sameAddress(networkId, token, row.address))
      const amount = isMoved && transfers ? await transfers.balance({ owner, token: row.address }, ask) : row.amount
      return amount === row.amount ? row : withAmount(row, amount)
    }
    const rows = await Promise.all(shown.map(read))
    // The button's own query, for the coin or a configured token, must not lag behind the card.
    const shownAlone = kit.queries?.getQueriesData<NativeBalance>({ queryKey: ['nativeBalance', account] }) ?? []
    for (const [queryKey, known] of shownAlone) {
      const row = rows.find(({ address }) => sameAddress(networkId, queryKey[2] as string | undefined, address))
      if (row && known) kit.queries?.setQueryData<NativeBalance>(queryKey, { ...known, value: row.amount })
    }
    kit.queries?.setQueryData(
      ['balances', account],
      rows.filter(({ amount }) => amount > 0n),
    )
  } catch (e) {
    // The regular refetch follows; this was only faster.
    kit.ports.log.info('Could not read the balances from the chain', e)
  }
}

function withAmount({ value: _, ...row }: TokenBalance, amount: bigint): TokenBalance {
  const dollars = row.price === undefined ? {} : { value: (Number(amount) / 10 ** row.decimals) * row.price }
  return { ...row, amount, ...dollars }
}
