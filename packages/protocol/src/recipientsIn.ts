import type { Transaction } from './api/history.ts'
import { type CaipAddress, parseCaipAddress } from './caip.ts'
import { sameAddress } from './sameAddress.ts'

/**
 * The recipients in a history that the account itself paid. Transfers that others started do not count: that is how
 * look-alikes get into a history, with transfers of nothing, of invented coins, or of dust.
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
