import { askNetwork } from '../askNetwork.ts'
import type { WalletRequest } from '../chains/chain.ts'
import type { TransferCall } from '../chains/transfers.ts'
import type { Transaction } from '../features/transactions/transactions.ts'
import type { Desk } from './runFlow.ts'

/** What a wallet is asked to send: the question, how to read its answer, and what the kit keeps of the transaction. */
export type Sending = {
  request: WalletRequest
  /** Absent where it is one transaction, which the family reads. */
  read?: (answer: unknown) => Promise<Pick<Transaction, 'hash' | 'batch'>>
  call: TransferCall
  transaction: Pick<Transaction, 'kind' | 'meant' | 'trace'>
}

/**
 * Asks a wallet to send something, and has the kit follow what it sent, over reloads too. What a wallet has sent cannot be
 * taken back: it is followed also where the visitor has stopped waiting, or is on another account or chain by then.
 */
export async function askToSend(
  { kit, connector, networkId, source, signal, transfers }: Desk,
  { request: { method, params }, call, transaction, ...sending }: Sending,
): Promise<string> {
  const { kind } = transaction
  // Not given up with the visitor's patience: what is signed is sent.
  const ask = askNetwork(kit, { networkId, nodeFirst: true })
  const { read = (answer: unknown) => transfers.readSent(answer, call, ask) } = sending
  kit.store.send({ type: 'wallet/asked', kind })
  try {
    const named = await read(await connector.request(networkId, method, params))
    kit.store.send({
      type: 'transaction/sent',
      isLate: signal.aborted,
      transaction: {
        ...transaction,
        ...named,
        networkId,
        from: source.address,
        call: transfers.keep?.(call) ?? call,
        sentAt: kit.ports.clock.now(),
        status: 'pending',
      },
    })
    return named.hash
  } finally {
    kit.store.send({ type: 'wallet/answered', kind })
  }
}
