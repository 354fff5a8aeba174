import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { completeKit } from '@billfold/core/completeKit'
import { createKit } from '@billfold/core/createKit'
import { nativeBalanceQuery } from '@billfold/core/features/account/nativeBalanceQuery'
import { signMessage } from '@billfold/core/features/account/signMessage'
import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import { disconnect } from '@billfold/core/features/connect/disconnect'
import { sendTransfer } from '@billfold/core/features/send/sendTransfer'
import type { Kit } from '@billfold/core/kit'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { systemClock } from '@billfold/core/ports/clock'
import { fakeLog } from '@billfold/core/ports/fakeLog'
import { fakeStorage } from '@billfold/core/ports/fakeStorage'
import { browserHttp } from '@billfold/core/ports/http'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import { until } from '@billfold/core/test/setUpKit'
import { socketPage } from '@billfold/core/test/walletConnect/visitWithWc'
import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { bytesOf } from '@billfold/protocol/polkadot/scale'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { segwitAddress } from '@billfold/testkit/bitcoin/bitcoinKey'
import { esploraOf } from '@billfold/testkit/bitcoin/esploraOf'
import { postJson, requestRpc } from '@billfold/testkit/requestRpc'
import { solanaRpc } from '@billfold/testkit/solana/solanaRpc'
import { createWalletKeys } from '@billfold/testkit/walletconnect/walletKeys'
import { localNetworks } from '@billfold/web/server/localNetworks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bitcoinSigner } from './bitcoinSigner.ts'
import { callNode } from './callNode.ts'
import { stack } from './stack.ts'
import { manifest, soon } from './visitKit.ts'
import { startWalletKit } from './walletConnectPage/startWalletKit.ts'

// The kit without a page and the most common wallet SDK, over the stack's relay and on its chains.
type Family = 'solana' | 'bip122' | 'polkadot'
let wallet: Awaited<ReturnType<typeof startWalletKit>>
let kit: Kit
let chainOf: Record<Family, `${Family}:${string}`>

/** An account of the local network that no other journey uses. */
const keys = createWalletKeys({ index: 8 })

beforeAll(async () => {
  const network = await manifest()
  const { solana, bitcoin, polkadot } = network
  if (!solana || !bitcoin || !polkadot) throw new Error('The local network lacks a family')
  chainOf = { solana: `solana:${solana.id}`, bip122: `bip122:${bitcoin.id}`, polkadot: `polkadot:${polkadot.id}` }
  // It starts with the first request.
  await callNode(polkadot.rpcUrl, 'system_chain', [])
  wallet = await startWalletKit({
    relayUrl: stack.relay,
    waits: false,
    chains: Object.values(chainOf),
    signing: {
      keys,
      chains: [],
      rpc: (chain, method, params) => requestRpc(chain.rpcUrl, method, params),
      solanaRpc: solanaRpc({ [chainOf.solana]: solana.rpcUrl }, postJson),
      esplora: esploraOf({ [chainOf.bip122]: bitcoin.esploraUrl }, postJson),
    },
  })
  kit = createKit({
    ...{ projectId: 'billfold-local', relayUrl: stack.relay as `ws://${string}` },
    networks: localNetworks(network).flatMap((each) => (each.network.chainNamespace in chainOf ? [each.network] : [])),
    ports: {
      ...{ clock: systemClock, page: socketPage().page, log: fakeLog(), storage: fakeStorage().tab() },
      http: browserHttp(systemClock),
    },
  })
  completeKit(kit)
})
afterAll(async () => {
  kit?.dispose()
  await wallet?.close()
})

async function connect(namespace: Family) {
  const connecting = connectWallet(kit, { connectorId: 'walletConnect', namespace })
  const { walletConnect } = await until(kit, (s) => s.walletConnect.pairing.phase === 'offered')
  if (walletConnect.pairing.phase === 'offered') await wallet.kit.pair({ uri: walletConnect.pairing.uri })
  await connecting
}
const all = (status: string) =>
  until(kit, ({ account }) => (['solana', 'bip122', 'polkadot'] as const).every((f) => account[f].status === status))

const stranger: Readonly<Record<Family, () => string>> = {
  solana: () => encodeBase58(randomBytes(32)),
  bip122: () => segwitAddress('bcrt', randomBytes(20)),
  polkadot: () => writePolkadotAddress({ prefix: 42, publicKey: Uint8Array.from(randomBytes(32)) }),
}

/** Whether OpenSSL accepts a signature as this key's. */
function isEd25519(publicKey: Uint8Array, text: string, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, signature)
}
const isSigned: Readonly<Record<Family, (address: string, text: string, signature: string) => unknown>> = {
  solana: (address, text, signature) => isEd25519(decodeBase58(address), text, decodeBase58(signature)),
  bip122: async (address, text, signature) => (await bitcoinSigner(text, signature)) === address,
  polkadot: (address, text, signature) =>
    isEd25519(readPolkadotAddress(address).publicKey, `<Bytes>${text}</Bytes>`, bytesOf(signature)),
}

/** Sends a tenth of a coin to a new account, as the Send form does; returns the chain's balances of both afterwards. */
async function send(namespace: Family) {
  const { address, type, connectorId } = connectedAccount(kit.store.get(), namespace)!
  const networkId = chainOf[namespace]
  const { nativeCurrency: token } = kit.store.get().network.requested.find((each) => each.networkId === networkId)!
  const transfers = await (await kit.chains[namespace]!()).transfers!()
  const { createNetworkRequest } = await import('@billfold/core/rpc/createNetworkRequest')
  const ask = createNetworkRequest(kit, { networkId })
  const [to, amount] = [stranger[namespace](), 10n ** BigInt(token.decimals - 1)]
  const before = await transfers.balance({ owner: address }, ask)
  const plan = await transfers.plan({ networkId, from: address, to, amount, token }, ask)
  const isSent = await sendTransfer(kit, { plan, source: { address, type, connectorId } })
  return {
    isSent,
    amount,
    fee: plan.fee!.most,
    spent: async () => before - (await transfers.balance({ owner: address }, ask)),
    arrived: () => transfers.balance({ owner: to }, ask),
    /** In the account button's format. */
    shown: async () => {
      const query = nativeBalanceQuery(kit, { address: `${networkId}:${address}` })
      return before - (await queriesOf(kit).fetchQuery(query)).value
    },
  }
}

test('one session of three families: each signs, rejects, sends, and its balance follows', async () => {
  await connect('solana')
  await all('connected')
  for (const family of ['solana', 'bip122', 'polkadot'] as const) {
    const { address } = connectedAccount(kit.store.get(), family)!
    expect(address).toBe(await keys.addressOn(chainOf[family]))
    const signature = await signMessage(kit, { message: 'Grüße, 世界 ✓', namespace: family })
    expect(await isSigned[family](address, 'Grüße, 世界 ✓', signature), family).toBe(true)
    expect(await isSigned[family](address, 'Grüße, 世界', signature), family).toBe(false)

    wallet.behaviour.says = 'no'
    await expect(signMessage(kit, { message: 'no', namespace: family })).rejects.toMatchObject({
      code: 'user_rejected',
    })
    const refused = await send(family)
    wallet.behaviour.says = 'yes'
    expect([refused.isSent, await refused.spent(), await refused.arrived()], family).toEqual([false, 0n, 0n])

    const sent = await send(family)
    expect(sent.isSent, family).toBe(true)
    await expect.poll(sent.arrived, soon).toBe(sent.amount)
    expect(await sent.spent(), family).toBe(sent.amount + sent.fee)
    await expect.poll(sent.shown, soon).toBe(sent.amount + sent.fee)
  }
})

test('sends through a wallet that signs only transactions that it sends itself', async () => {
  const { solana, bip122 } = wallet.supported
  solana!.methods = solana!.methods.filter((name) => name !== 'solana_signTransaction')
  bip122!.methods = bip122!.methods.filter((name) => name !== 'signPsbt')
  await disconnect(kit)
  await all('disconnected')
  await connect('bip122')
  await all('connected')
  for (const family of ['solana', 'bip122'] as const) {
    const sent = await send(family)
    expect(sent.isSent, family).toBe(true)
    await expect.poll(sent.arrived, soon).toBe(sent.amount)
    const [transaction] = kit.store.get().transactions
    expect(transaction).toMatchObject({ networkId: chainOf[family], kind: 'send' })
  }
  // Disconnecting one family disconnects all: it is one session.
  const gone = wallet.next('session_delete')
  await disconnect(kit, { namespace: 'polkadot' })
  await gone
  await all('disconnected')
})
