import type { WalletRequest } from '../chains/chain.ts'
import type { TransferCall } from '../chains/transfers.ts'
import type { Transaction } from '../features/transactions/transactions.ts'
import type { Desk } from './runFlow.ts'

/** What a wallet is asked to send: the question, how to read its answer, and what the kit keeps of the transaction. */
export type Sending = {
  request: WalletRequest
  read: (answer: unknown) => Pick<Transaction, 'hash' | 'batch'>
  call: TransferCall
  transaction: Pick<Transaction, 'kind' | 'meant' | 'block'>
}

/**
 * Asks a wallet to send something, and has the kit follow what it sent, over reloads too. What a wallet has sent cannot be
 * taken back: it is followed also where the visitor has stopped waiting, or is on another account or chain by then.
 */
export async function askToSend(
  { kit, connector, networkId, signal }: Desk,
  { request: { method, params }, read, call, transaction }: Sending,
): Promise<string> {
  const { kind } = transaction
  kit.store.send({ type: 'wallet/asked', kind })
  try {
    const named = read(await connector.request(networkId, method, params))
    const { from, to, value, data } = call
    kit.store.send({
      type: 'transaction/sent',
      isLate: signal.aborted,
      transaction: {
        ...named,
        ...transaction,
        networkId,
        call: { from, to, data, value: `${value}` },
        sentAt: kit.ports.clock.now(),
        status: 'pending',
      },
    })
    return named.hash
  } finally {
    kit.store.send({ type: 'wallet/answered', kind })
  }
}
