import { caipAddress } from '@billfold/protocol/caip'
import { nativeBalanceQuery } from '../../src/features/account/nativeBalanceQuery.ts'
import { connectionsOf } from '../../src/features/connect/connections.ts'
import { connectWallet } from '../../src/features/connect/connectWallet.ts'
import { switchConnection } from '../../src/features/connect/switchConnection.ts'
import { sendTransfer } from '../../src/features/send/sendTransfer.ts'
import { fakeStorage } from '../../src/ports/fakeStorage.ts'
import { queriesOf } from '../../src/queries/queriesOf.ts'
import { eoa } from '../puppetConnector.ts'
import { planOf } from '../setUpSend.ts'
import { paysCoin } from '../setUpSwap.ts'
import { fakeWallet } from '../walletConnect/fakeWallet.ts'
import { settle } from '../walletConnect/memoryRelay.ts'
import { owners, passUntil, visitWithWallets } from './visitWithWallets.ts'

const friend = '0xde709f2102306220921060314715629080e2fb77'
const namespace = 'eip155'

/**
 * The storage of a page whose visitor connected four wallets, sent twice, has a batch in a wallet and saved a contact.
 */
export async function leaveConnectedPage(): Promise<Record<string, string>> {
  const storage = fakeStorage()
  const visit = visitWithWallets(storage)
  const { kit, node, relay } = visit
  await connectWallet(kit, { connectorId: 'Sun Wallet', namespace: 'solana' })
  await connectWallet(kit, { connectorId: 'io.one', namespace, wallet: { id: 'one', name: 'One' } })
  const phone = fakeWallet(relay)
  const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace, wallet: { id: 'p', name: 'Phone' } })
  await passUntil(visit, () => kit.store.get().walletConnect.pairing.phase === 'offered')
  const { pairing } = kit.store.get().walletConnect
  if (pairing.phase === 'offered') await phone.pair(pairing.uri)
  await connecting
  await settle()
  await connectWallet(kit, { connectorId: 'io.two', namespace })
  switchConnection(kit, { namespace, connectorId: 'io.one' })

  const from = owners['io.one']
  const source = { connectorId: 'io.one', ...eoa(from) }
  const onChain = { from, to: friend, value: '0x1', input: '0x' }
  const plan = planOf({ from, to: friend })
  await sendTransfer(kit, { plan, source, name: 'ann.eth' })
  const [first] = kit.store.get().transactions
  node.mine(first!.hash, { ...onChain, nonce: '0x3' })
  await passUntil(visit, () => kit.store.get().transactions[0]?.status === 'confirmed')
  await sendTransfer(kit, { plan, source })
  const [second] = kit.store.get().transactions
  node.state.transactions.set(second!.hash, { ...onChain, nonce: '0x4' })
  await passUntil(visit, () => kit.store.get().transactions[0]?.trace?.nonce === 4)
  const { quote } = paysCoin()
  kit.store.send({
    type: 'transaction/sent',
    transaction: {
      hash: 'batch-1',
      batch: 'batch-1',
      networkId: 'eip155:1',
      kind: 'swap',
      from,
      call: { from, to: friend, value: '7', data: '0x3593564c' },
      meant: {
        to: from,
        amount: quote.toAmount,
        symbol: 'USDC',
        decimals: 6,
        paid: { amount: '7', symbol: 'ETH', decimals: 18 },
      },
      sentAt: kit.ports.clock.now(),
      status: 'pending',
    },
  })
  kit.store.send({ type: 'contact/saved', contact: { namespace, address: friend, name: 'Ann' } })
  await queriesOf(kit).fetchQuery(nativeBalanceQuery(kit, { address: caipAddress('eip155:1', from) }))
  if (connectionsOf(kit.store.get(), namespace).length !== 3) throw new Error('Not all wallets are connected')
  kit.dispose()
  return Object.fromEntries([...storage.values].sort(([a], [b]) => (a < b ? -1 : 1)))
}
