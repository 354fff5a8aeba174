import type { Transaction } from '@billfold/protocol/api/history'
import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'

const lifeMs = 300_000

/** Whom an account has really sent something to, as the history tells; nobody where no server keeps one. */
export const sentToQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['sentTo', address] as const,
  staleTime: lifeMs,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly string[]> => {
    const own = parseCaipAddress(address).address
    try {
      const { data } = await kit.api.getHistory({ address: own, chainId: networkOf(address) }, signal)
      return recipientsIn(data, address)
    } catch (e) {
      kit.ports.log.info('The history could not be asked for known recipients', e)
      return []
    }
  },
})

/**
 * The recipients in a history that the account itself paid to. Whatever another started is left out: that is how look-alikes
 * get into a history, with transfers of nothing, of invented coins, or of dust.
 */
export function recipientsIn(history: readonly Transaction[], account: CaipAddress): readonly string[] {
  const { namespace, address } = parseCaipAddress(account)
  const plain = (text: string) => text.split(':').at(-1) ?? text
  const isOwn = (text: string) => sameAddress(namespace, plain(text), address)
  return [
    ...new Set(
      history
        .filter(({ metadata }) => metadata.status === 'confirmed' && isOwn(metadata.sentFrom))
        .flatMap(({ metadata, transfers }) =>
          transfers
            .filter(
              ({ direction, quantity, suspicion }) =>
                direction === 'out' && !suspicion && !/^-?0*(?:\.0*)?$/.test(quantity.numeric),
            )
            .map(({ to }) => to ?? (metadata.operationType === 'send' ? metadata.sentTo : undefined)),
        )
        .filter((to) => to !== undefined)
        .map(plain)
        .filter((to) => !isOwn(to)),
    ),
  ]
}
