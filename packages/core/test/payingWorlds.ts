import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { type SignerPayload, signedBytes } from '@billfold/protocol/polkadot/extrinsic'
import { bytesOf, hexOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { readSolanaTransaction, withSignature } from '@billfold/protocol/solanaTransaction'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import { solanaKey } from '@billfold/testkit/solana/ed25519'
import assetHub from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import * as btc from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import type { ChainQuery, WalletRequest } from '../src/chains/chainQuery.ts'
import type { Transfer } from '../src/chains/transfers.ts'
import { scriptedPolkadot } from './scriptedPolkadot.ts'

/** A chain with a payer and a friend, on which wallets sign and the kit sends. */
export type PayingWorld = {
  transfer: Transfer
  answer(question: ChainQuery): unknown
  /** Responds as the payer's wallet. */
  sign(request: WalletRequest): Promise<unknown>
  /** The wallet replaces the pending transaction, to the same recipient or back to itself. */
  replace?(isCanceled: boolean): void
  /** Adds a block with all pending transactions. */
  mine(): void
  /** How often the friend was paid. */
  paid(): number
}

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const secret = new Uint8Array(32).fill(7)
const loose = { allowUnknownOutputs: true, disableScriptCheck: true }

/** Bitcoin: each coin is spent once, by the first transaction included. */
function bitcoinWorld(): PayingWorld {
  const own = btc.p2wpkh(pubECDSA(secret), regtest)
  const friend = btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(8)), regtest)
  const [coin, amount] = [2_000_000n, 1_000_000n]
  const parents = [1, 2, 3].map((at) => {
    const tx = new btc.Transaction(loose)
    tx.addOutput({ script: own.script, amount: coin })
    tx.addInput({ txid: new Uint8Array(32).fill(at), index: 0, finalScriptSig: Uint8Array.of(1, at) })
    return tx
  })
  let height = 100
  const sent: { tx: btc.Transaction; at?: number }[] = []
  const spentBy = (id: string) => sent.find(({ tx }) => Buffer.from(tx.getInput(0).txid!).toString('hex') === id)
  const pays = (tx: btc.Transaction) =>
    Array.from({ length: tx.outputsLength }, (_, at) => tx.getOutput(at)).some(
      (output) => hexOf(output.script!) === hexOf(friend.script),
    )
  const statusOf = (at?: number) => (at === undefined ? { confirmed: false } : { confirmed: true, block_height: at })
  function post(raw: string): string {
    const tx = btc.Transaction.fromRaw(Buffer.from(raw, 'hex'), loose)
    const before = spentBy(Buffer.from(tx.getInput(0).txid!).toString('hex'))
    if (before && before.tx.id !== tx.id) throw new KitError('invalid_input', { message: 'txn-mempool-conflict' })
    if (before) throw new KitError('invalid_input', { message: 'txn-already-known' })
    sent.push({ tx })
    return tx.id
  }
  return {
    transfer: {
      networkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
      ...{ from: own.address!, to: friend.address!, amount },
      token: { symbol: 'BTC', decimals: 8 },
    },
    answer(question) {
      if (!('path' in question)) throw new KitError('method_unsupported')
      if (question.post !== undefined) return post(question.post)
      const [, kind, id = '', what, index] = question.path.split('/')
      if (question.path === '/fee-estimates') return { 1: 9, 3: 5, 6: 2 }
      if (kind === 'blocks') return height
      if (kind === 'address')
        return parents
          .filter((parent) => !spentBy(parent.id))
          .map((parent) => ({
            ...{ txid: parent.id, vout: 0, value: Number(coin) },
            status: { confirmed: true, block_height: 1 },
          }))
      const transaction = sent.find(({ tx }) => tx.id === id)
      if (what === 'outspend') {
        const by = Number(index) === 0 ? spentBy(id) : undefined
        return by ? { spent: true, txid: by.tx.id, status: statusOf(by.at) } : { spent: false }
      }
      const parent = parents.find((each) => each.id === id)
      if (what === 'hex' && (transaction || parent)) return parent?.hex ?? transaction?.tx.hex
      if (what === 'status' && transaction) return statusOf(transaction.at)
      throw new KitError('not_found')
    },
    async sign({ params }) {
      const { psbt } = params as { psbt: string }
      const tx = btc.Transaction.fromPSBT(decodeBase64(psbt), { allowUnknownOutputs: true })
      tx.sign(secret)
      return { psbt: encodeBase64(tx.toPSBT()) }
    },
    replace(isCanceled) {
      const waiting = sent.find(({ at }) => at === undefined)
      if (!waiting) return
      const tx = new btc.Transaction()
      const { txid, index, sequence } = waiting.tx.getInput(0)
      const witnessUtxo = { script: own.script, amount: coin }
      tx.addInput({ txid: txid!, index: index!, sequence: sequence!, witnessUtxo })
      tx.addOutputAddress((isCanceled ? own : friend).address!, amount, regtest)
      tx.sign(secret)
      tx.finalize()
      waiting.tx = tx
    },
    mine() {
      height += 1
      for (const one of sent) one.at ??= height
    },
    paid: () => sent.filter(({ tx }) => pays(tx)).length,
  }
}

const solanaSecret = await solanaKey(new Uint8Array(32).fill(5))
const systemProgram = '11111111111111111111111111111111'

/** Solana: a signature is a transaction's id, and a blockhash is valid for 150 slots. */
function solanaPayingWorld(): PayingWorld {
  const { address: from, sign } = solanaSecret
  const to = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  const amount = 1_000_000_000n
  let slot = 1_000
  const sent = new Map<string, { transaction: string; at?: number }>()
  const account = (lamports: bigint) => ({
    lamports: Number(lamports),
    ...{ owner: systemProgram, executable: false, data: ['', 'base64'] },
  })
  const balanceOf = (address: string) => (address === from ? 9n * amount : amount * BigInt(1 + sent.size))
  const hashAt = (at: number) =>
    encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (i < 4 ? (at >> (8 * i)) & 255 : 9)))
  const bornAt = (hash: string) => {
    const at = decodeBase58(hash)
      .slice(0, 4)
      .reduce((sum, byte, i) => sum + byte * 256 ** i, 0)
    return at >= 1_000 && at <= slot && hashAt(at) === hash ? at : undefined
  }
  return {
    transfer: {
      ...{ networkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', from, to, amount },
      token: { symbol: 'SOL', decimals: 9 },
    },
    answer(question) {
      const { method, params } = question as { method: string; params: [never, { commitment?: string }?] }
      const [first, options] = params
      const bank = (commitment?: string) => (commitment === 'finalized' ? slot - 32 : slot)
      switch (method) {
        case 'getMultipleAccounts':
          return { value: (first as string[]).map((address) => account(balanceOf(address))) }
        case 'getLatestBlockhash':
          return { value: { blockhash: hashAt(slot) } }
        case 'getMinimumBalanceForRentExemption':
          return 890_880
        case 'getRecentPrioritizationFees':
          return []
        case 'simulateTransaction':
          return { value: { err: null, unitsConsumed: 300, accounts: [account(balanceOf(to) + amount)] } }
        case 'getEpochInfo': {
          const at = bank((first as { commitment?: string }).commitment)
          return { absoluteSlot: at, blockHeight: at }
        }
        case 'isBlockhashValid': {
          const at = bank(options?.commitment)
          const born = bornAt(first)
          return { context: { slot: at }, value: born !== undefined && born <= at && at - born <= 150 }
        }
        case 'sendTransaction': {
          const bytes = decodeBase64(first)
          const born = bornAt(readSolanaTransaction(bytes).lifetimeToken)
          const name = encodeBase58(bytes.subarray(1, 65))
          if (!sent.has(name) && (born === undefined || slot - born > 150))
            throw { code: -32002, message: 'Blockhash not found' }
          if (!sent.has(name)) sent.set(name, { transaction: first })
          return name
        }
        case 'getSignatureStatuses': {
          const at = sent.get((first as string[])[0] ?? '')?.at
          const confirmationStatus = slot - (at ?? 0) >= 32 ? 'finalized' : 'confirmed'
          return { context: { slot }, value: [at === undefined ? null : { err: null, confirmationStatus }] }
        }
        case 'getSignaturesForAddress':
          return [...sent].flatMap(([signature, { at }]) => (at === undefined ? [] : [{ signature, slot: at }]))
        case 'getTransaction':
          return null
        default:
          throw { code: -32601, message: `No ${method}` }
      }
    },
    async sign({ params }) {
      const { transaction } = params as { transaction: string }
      const bytes = decodeBase64(transaction)
      const signature = await sign(bytes.subarray(1 + 64 * (bytes[0] ?? 0)))
      return { transaction: encodeBase64(withSignature(bytes, from, signature)) }
    },
    mine() {
      slot += 20
      for (const one of sent.values()) one.at ??= slot
    },
    paid: () => sent.size,
  }
}

// An optional byte vector.
const metadata = hexOf(scaleReader(bytesOf(assetHub).subarray(1)).bytes())
const polkadotNetwork = 'polkadot:68d56f15f85d3136970ec16946040bc1'
const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const polkadotSecret = await polkadotKey(words, polkadotNetwork, 0)

/** Polkadot: transactions have nonces, and eras. */
function polkadotWorld(): PayingWorld {
  const dot = 10_000_000_000n
  const { address: from, sign } = polkadotSecret
  const scripted = scriptedPolkadot(metadata)
  const { chain } = scripted
  const pool: string[] = []
  const included: string[] = []
  const first = 3
  const stand = () => chain.account(from, { free: 10n * dot, nonce: first + included.length })
  stand()
  const signed: { signature: string; nonce: number }[] = []
  chain.submit = (extrinsic) => {
    const { nonce = 0 } = signed.find(({ signature }) => extrinsic.includes(signature)) ?? {}
    if (nonce < first + included.length) throw { code: 1010, message: 'Transaction is outdated' }
    if (!pool.includes(extrinsic)) pool.push(extrinsic)
    return '0x'
  }
  const succeeded = Uint8Array.of(0, 0, 4, 8, 0, 0)
  let height = 0
  return {
    transfer: {
      ...{ networkId: polkadotNetwork, from, amount: dot, token: { symbol: 'DOT', decimals: 10 } },
      to: writePolkadotAddress({ prefix: 42, publicKey: new Uint8Array(32).fill(9) }),
    },
    answer: (question) =>
      (question as WalletRequest).method === 'system_accountNextIndex'
        ? first + included.length + pool.length
        : scripted.ask(question),
    async sign({ params }) {
      const { transactionPayload } = params as { transactionPayload: SignerPayload }
      const signature = await sign(signedBytes(transactionPayload))
      signed.push({ signature: hexOf(signature).slice(2), nonce: Number(transactionPayload.nonce) })
      return { signature: hexOf(Uint8Array.of(0, ...signature)) }
    },
    mine() {
      const block = pool.splice(0)
      included.push(...block)
      chain.block(block.map((extrinsic) => [extrinsic, succeeded]))
      height += 1
      chain.final = Math.max(0, height - 1)
      stand()
    },
    paid: () => included.length + pool.length,
  }
}

/** A new chain of each family whose wallet only signs. */
export const payingWorlds = { bip122: bitcoinWorld, solana: solanaPayingWorld, polkadot: polkadotWorld }
