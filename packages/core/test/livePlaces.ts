import { startBitcoin } from '@billfold/devnet/bitcoin/startBitcoin'
import { ownArtifact } from '@billfold/devnet/eip155/deploy/artifact'
import { devAccounts, devMnemonic } from '@billfold/devnet/eip155/devAccounts'
import { createEdrProvider } from '@billfold/devnet/eip155/edrProvider'
import { sharedChain } from '@billfold/devnet/polkadot/sharedChain'
import { deriveDevKeys } from '@billfold/devnet/solana/devKeys'
import { startTestChain } from '@billfold/devnet/solana/testChain'
import { startDevnet } from '@billfold/devnet/startDevnet'
import { encodeBase58 } from '@billfold/protocol/base58'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { type SignerPayload, signedBytes } from '@billfold/protocol/polkadot/extrinsic'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { associatedAddress } from '@billfold/protocol/solana/programAddress'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import { describeExtrinsic } from '@billfold/testkit/polkadot/describeExtrinsic'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import * as btc from '@scure/btc-signer'
import { pubSchnorr } from '@scure/btc-signer/utils.js'
import { encodeDeployData, getAddress, getContractAddress, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SendToken } from '../src/model/transfer.ts'
import { systemClock } from '../src/ports/clock.ts'
import { fakeHttp } from '../src/ports/fakeHttp.ts'
import { browserHttp, type Http } from '../src/ports/http.ts'

type Request = (method: string, params: unknown) => Promise<unknown>

/** A wallet's payment request; the coin has no token. */
export type Payment = { to: string; amount: bigint; token?: string }

/** A real chain, an account on it with a wallet that signs what it gets, and an unused recipient address. */
export type LivePlace = {
  networkId: CaipNetworkId
  coin: SendToken
  tokens: readonly SendToken[]
  from: string
  to: string
  url: string
  http: Http
  wallet: Request
  /** The wallet's request, as its own chain decodes it. */
  meaning: (params: unknown) => Promise<Payment>
  /** Mines a block, if the chain needs it. */
  mine: () => Promise<unknown>
  /** The minimum that the chain's rules leave of the coin. */
  stays: bigint
  /** Costs that the chain's contracts report but this instance does not charge. */
  uncharged: bigint
}

const closers: (() => Promise<unknown> | unknown)[] = []
const started = new Map<string, Promise<unknown>>()
/** Test files in one process share this module: the next starts its own chains. */
export async function closePlaces(): Promise<void> {
  started.clear()
  for (const close of closers.splice(0)) await close()
}
const once = <T>(name: string, start: () => Promise<T>): Promise<T> => {
  if (!started.has(name)) started.set(name, start())
  return started.get(name) as Promise<T>
}
const refuseToRead = () => Promise.reject(new KitError('method_unsupported'))
const live = { url: 'http://127.0.0.1:1', http: browserHttp(systemClock), mine: async () => undefined }
const nothingElse = { stays: 0n, uncharged: 0n }
const ether: SendToken = { symbol: 'ETH', decimals: 18 }

const nodeAt =
  (url: string): Request =>
  async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(60_000) })
    const { result, error } = (await response.json()) as { result: unknown; error?: unknown }
    if (error) throw error
    return result
  }

/** An EVM account whose wallet signs exactly the fields that it got. */
function evmPlace(id: number, index: number, node: Request, tokens: readonly SendToken[]): LivePlace {
  const { address, privateKey } = devAccounts[index]!
  const account = privateKeyToAccount(privateKey)
  async function wallet(method: string, params: unknown): Promise<unknown> {
    if (method !== 'eth_sendTransaction') return node(method, params)
    const [{ to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas }] = params as [Record<string, Hex>]
    const raw = await account.signTransaction({
      ...{ chainId: id, type: 'eip1559', to: to!, value: BigInt(value!), data: data!, gas: BigInt(gas!) },
      nonce: Number(await node('eth_getTransactionCount', [address, 'latest'])),
      maxFeePerGas: BigInt(maxFeePerGas!),
      maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas!),
    })
    return node('eth_sendRawTransaction', [raw])
  }
  const { http } = fakeHttp(async ({ body }) => {
    const { method, params } = JSON.parse(String(body))
    const response = await node(method, params).then(
      (result) => ({ result }),
      (error) => ({ error }),
    )
    return { body: { jsonrpc: '2.0', id: 1, ...response } }
  })
  return {
    ...{ ...live, ...nothingElse, networkId: `eip155:${id}`, coin: ether, tokens, http, wallet },
    ...{ from: address, to: '0x1111111111111111111111111111111111111112' },
    async meaning(params) {
      const [{ to = '', value, data = '' }] = params as [Record<string, string>]
      if (!data.startsWith('0xa9059cbb')) return { to, amount: BigInt(value ?? 0) }
      return { to: getAddress(`0x${data.slice(34, 74)}`), amount: BigInt(`0x${data.slice(74)}`), token: to }
    },
  }
}

/** The local chain with its tokens. */
export async function onEthereum(index: number): Promise<LivePlace> {
  const options = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false }
  const { manifest } = await once('ethereum', async () => {
    const devnet = await startDevnet(options)
    closers.push(devnet.close)
    return devnet
  })
  const [{ rpcUrl, tokens }] = manifest.chains as [(typeof manifest.chains)[number]]
  return evmPlace(31337, index, nodeAt(rpcUrl), tokens)
}

/** An in-process chain, with a block per transaction. */
const bareChain = (name: string, chainId: number, begin: (ask: Request) => Promise<unknown>, isRollup: boolean) =>
  once(name, async (): Promise<Request> => {
    const genesisTime = Date.UTC(2026, 0, 1) / 1000
    const chain = await createEdrProvider({ chainId, genesisTime, isRollup, onNotification: () => undefined })
    const ask: Request = (method, params) => chain.request(method, params as unknown[])
    await begin(ask)
    await ask('evm_mine', [])
    return async (method, params) => {
      const answer = await ask(method, params)
      if (method === 'eth_sendRawTransaction') await ask('evm_mine', [])
      return answer
    }
  })

const scalar = (value: number) => value.toString(16).padStart(8, '0')
/** The parent chain's price, as on OP Mainnet: the slot holds base and blob fee scalars. */
const parentScalars = `0x${'00'.repeat(16)}${scalar(5_227)}${scalar(1_014_213)}${'00'.repeat(8)}`
const token = { symbol: 'FOLD', decimals: 18 } as const

/** An OP stack rollup with its own node and contracts: it charges the data fee in addition to gas. */
export async function onRollup(index: number): Promise<LivePlace> {
  const begin = async (ask: Request) => {
    await ask('hardhat_setStorageAt', ['0x4200000000000000000000000000000000000015', '0x3', parentScalars])
    const { abi, bytecode } = ownArtifact('own/PlainToken')
    const holders = devAccounts.map(({ address }) => address)
    const args = ['Fold', token.symbol, token.decimals, holders, 10n ** 20n]
    await ask('eth_sendTransaction', [{ from: holders[9], data: encodeDeployData({ abi, bytecode, args }) }])
  }
  const node = await bareChain('rollup', 10, begin, true)
  const address = getContractAddress({ from: devAccounts[9]!.address, nonce: 0n })
  return evmPlace(10, index, node, [{ address, ...token }])
}

const scrollFee = 10n ** 15n
/** A chain with a mock of Scroll's oracle, with a constant price. */
export async function onScroll(index: number): Promise<LivePlace> {
  const code = `0x67${scrollFee.toString(16).padStart(16, '0')}60005260206000f3`
  const begin = (ask: Request) => ask('hardhat_setCode', ['0x5300000000000000000000000000000000000002', code])
  return { ...evmPlace(534352, index, await bareChain('scroll', 534352, begin, false), []), uncharged: scrollFee }
}

export async function onSolana(index: number): Promise<LivePlace> {
  const { chain } = await once('solana', async () => {
    const running = await startTestChain()
    closers.push(() => running.close())
    return running
  })
  const key = deriveDevKeys(10)[index]!
  const bytesIn = (params: unknown) => decodeBase64((params as { transaction: string }).transaction)
  async function wallet(method: string, params: unknown) {
    if (!/sign/i.test(method)) return refuseToRead()
    const bytes = bytesIn(params)
    const signature = key.sign(readSolanaTransaction(bytes).message)
    return { transaction: encodeBase64(withSignature(bytes, key.address, signature)) }
  }
  const to = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
  async function meaning(params: unknown): Promise<Payment> {
    const { instructions } = readSolanaTransaction(bytesIn(params))
    const amountAt = (data: Uint8Array, at: number) => new DataView(data.buffer, data.byteOffset).getBigUint64(at, true)
    for (const { program, accounts, data } of instructions) {
      if (program === solanaPrograms.system) return { to: accounts[1] ?? '', amount: amountAt(data, 4) }
      // TransferChecked: source, mint, destination.
      const [, mint, place] = accounts
      if (data[0] === 12 && mint && place === associatedAddress(to, mint, program))
        return { to, amount: amountAt(data, 1), token: mint }
    }
    return { to: '', amount: 0n }
  }
  return {
    ...{ ...live, ...nothingElse, networkId: 'solana:localnet', coin: chain.nativeCurrency, tokens: chain.tokens },
    ...{ url: chain.rpcUrl, from: key.address, to, wallet, meaning },
  }
}

/** A Bitcoin chain; pays a taproot address, the longest output. */
export async function onBitcoin(index: number): Promise<LivePlace> {
  const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
  const { chain } = await once('bitcoin', async () => {
    const running = await startBitcoin({ host: '127.0.0.1', port: 0 }, 0)
    closers.push(() => running.close())
    return running
  })
  const key = bitcoinKey(devMnemonic, networkId, index)
  async function wallet(method: string, params: unknown) {
    if (!/psbt/i.test(method)) return refuseToRead()
    const { psbt, signInputs } = params as { psbt: string; signInputs: { index: number }[] }
    const inputs = signInputs.map((one) => one.index)
    return { psbt: encodeBase64(await key.signPsbt(decodeBase64(psbt), inputs)) }
  }
  const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  const taproot = btc.p2tr(pubSchnorr(new Uint8Array(32).fill(index + 2)), undefined, regtest).address!
  async function meaning(params: unknown): Promise<Payment> {
    const tx = btc.Transaction.fromPSBT(decodeBase64((params as { psbt: string }).psbt))
    return { to: tx.getOutputAddress(0, regtest) ?? '', amount: tx.getOutput(0).amount ?? 0n }
  }
  const mine = () => fetch(`${chain.esploraUrl}/devnet/blocks`, { method: 'POST', body: JSON.stringify({ mine: 1 }) })
  return {
    ...{ ...live, ...nothingElse, networkId, coin: { symbol: 'BTC', decimals: 8 }, tokens: [] },
    // Every account has a possible inscription, which no payment spends.
    ...{ url: chain.esploraUrl, from: key.address, to: taproot, wallet, meaning, mine, stays: 546n },
  }
}

/** The run's own asset hub. This file uses the phrase's eighth account and later ones. */
export async function onPolkadot(index: number): Promise<LivePlace> {
  const { chain } = sharedChain()
  const networkId = `polkadot:${chain.id}` as const
  const key = await polkadotKey(devMnemonic, networkId, 7 + index)
  const payloadIn = (params: unknown) => (params as { transactionPayload: SignerPayload }).transactionPayload
  async function wallet(method: string, params: unknown) {
    if (!/sign/i.test(method)) return refuseToRead()
    const transactionPayload = payloadIn(params)
    return { signature: `0x00${Buffer.from(await key.sign(signedBytes(transactionPayload))).toString('hex')}` }
  }
  const [publicKey, ask] = [new Uint8Array(32).fill(100), nodeAt(chain.rpcUrl)]
  // The first request starts it, which takes longer than the kit's timeout.
  await once('polkadot', () => ask('state_getMetadata', []))
  const to = writePolkadotAddress({ prefix: 42, publicKey })
  async function meaning(params: unknown): Promise<Payment> {
    const [move] = await describeExtrinsic(payloadIn(params), (method, parameters) => ask(method, parameters))
    if (move?.kind !== 'move') return { to: '', amount: 0n }
    const isMeant = readPolkadotAddress(move.to).publicKey.every((byte, at) => byte === publicKey[at])
    const asset = chain.assets.find(({ id }) => move.symbol.endsWith(`(asset ${id})`))
    return { to: isMeant ? to : move.to, amount: move.amount, ...(asset ? { token: `${asset.id}` } : {}) }
  }
  return {
    ...{ ...live, ...nothingElse, networkId, coin: chain.nativeCurrency, wallet },
    tokens: chain.assets.map(({ id, symbol, decimals }) => ({ address: `${id}`, symbol, decimals })),
    ...{ url: chain.rpcUrl, from: key.address, to, meaning, stays: BigInt(chain.existentialDeposit) },
  }
}
