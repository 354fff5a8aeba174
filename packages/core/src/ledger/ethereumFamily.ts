import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import {
  getAddress,
  hashMessage,
  hashStruct,
  hashTypedData,
  hexToBytes,
  isAddress,
  keccak256,
  recoverAddress,
  serializeTransaction,
} from 'viem/utils'
import { readQuantity, toQuantity } from '../chains/eip155/quantity.ts'
import { gasPrice, withRoom } from '../chains/eip155/sendFees.ts'
import {
  allowsBlindSigning,
  type EvmSignature,
  joinSignature,
  readEvmAddress,
  signEvmHashes,
  signEvmMessage,
  signEvmTransaction,
  signEvmTypedData,
} from './ethereumCommands.ts'
import { LedgerError } from './ledgerError.ts'
import type { DeviceRequest, DeviceTools, LedgerFamily } from './ledgerFamily.ts'
import type { TypedData } from './typedDataCommands.ts'

type Hex = `0x${string}`
type Call = Readonly<Record<string, unknown>>
type Run = (request: DeviceRequest & { input: readonly unknown[] }, tools: DeviceTools) => Promise<unknown>

const methods: Readonly<Record<string, Run>> = {
  async personal_sign({ account, input: [first, second] }, { sign }) {
    const text = isAccount(second) ? first : second
    if (typeof text !== 'string') throw new KitError('invalid_input')
    const bytes = /^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? hexToBytes(text as Hex) : new TextEncoder().encode(text)
    const signature = await sign({ kind: 'message', isBlind: false }, (device) =>
      signEvmMessage(device, account.path, bytes),
    )
    const joined = joinSignature(signature)
    await assertSigner(hashMessage({ raw: bytes }), joined, account.address)
    return joined
  },
  async eth_signTypedData_v4({ account, input: [first, second] }, { sign }) {
    const data = readTypedData(isAccount(first) ? second : first)
    const hash = hashTypedData(data as never)
    const signature = await sign({ kind: 'typedData', isBlind: true }, async (device) => {
      if (!(await allowsBlindSigning(device))) throw new LedgerError('blindSigning')
      return signEvmTypedData(device, account.path, data).catch((e) => {
        // The Nano S has no room for the types: it signs their hashes.
        if (!(e instanceof LedgerError) || e.trouble !== 'wrongApp') throw e
        return signEvmHashes(device, account.path, hashesOf(data))
      })
    })
    const joined = joinSignature(signature)
    await assertSigner(hash, joined, account.address)
    return joined
  },
  eth_signTransaction: signCall,
  async eth_sendTransaction(request, tools) {
    const raw = await signCall(request, tools)
    const hash = await tools.query('eth_sendRawTransaction', [raw]).catch((e) => {
      // A node that has it already took it from another of the network's nodes.
      if (/already known|known transaction|already imported/i.test(KitError.from(e).message)) return keccak256(raw)
      throw e
    })
    if (hash !== keccak256(raw)) throw new KitError('wallet_answer_invalid', { cause: hash })
    return hash
  },
}

/** Ethereum and every EVM chain. */
export const ethereumFamily: LedgerFamily = {
  namespace: 'eip155',
  appOf: () => 'Ethereum',
  async readAccount(device, { path }, isShown) {
    return { address: getAddress(await readEvmAddress(device, path, isShown)), path, type: 'eoa' }
  },
  methods: Object.keys(methods),
  async run(request, tools) {
    const input = Array.isArray(request.params) ? request.params : []
    return methods[request.method]!({ ...request, input }, tools)
  },
}

/** The hashes of the domain and of the message. */
function hashesOf({ types, domain, primaryType, message }: TypedData) {
  const hashOf = (name: string, data: unknown) =>
    hexToBytes(hashStruct({ data, primaryType: name, types } as Parameters<typeof hashStruct>[0]))
  return { domain: hashOf('EIP712Domain', domain), message: hashOf(primaryType, message) }
}

/** Completes a transaction from the network's nodes, and has the device sign it. */
async function signCall({ account, networkId, input: [call] }: Parameters<Run>[0], tools: DeviceTools): Promise<Hex> {
  const transaction = await complete(call, account.address, Number(parseCaipNetworkId(networkId).reference), tools)
  const unsigned = serializeTransaction(transaction)
  const isBlind = transaction.data !== undefined && transaction.data !== '0x'
  const signature = await tools.sign({ kind: 'transaction', isBlind }, async (device) => {
    if (isBlind && !(await allowsBlindSigning(device))) throw new LedgerError('blindSigning')
    return signEvmTransaction(device, account.path, hexToBytes(unsigned))
  })
  const parity = parityOf(signature, transaction.type === 'legacy' ? transaction.chainId : undefined)
  const { r, s } = signature
  await assertSigner(keccak256(unsigned), joinSignature({ v: parity, r, s }), account.address)
  return serializeTransaction(transaction, {
    ...{ r, s, yParity: parity },
    ...(transaction.type === 'legacy' ? { v: BigInt(transaction.chainId * 2 + 35 + parity) } : {}),
  })
}

/** The parity: of legacy transactions the device returns only the last byte of `v`, which the chain's id shifts. */
const parityOf = ({ v }: EvmSignature, chainId: number | undefined): 0 | 1 =>
  (chainId === undefined ? v % 2 === 1 : ((v - ((chainId * 2 + 35) & 255)) & 255) === 1) ? 1 : 0

async function complete(call: unknown, from: string, chainId: number, { query }: DeviceTools) {
  const given = (call ?? {}) as Call
  if (given.from !== undefined && !sameAddress('eip155', String(given.from), from)) throw new KitError('unauthorized')
  if (given.chainId !== undefined && Number(given.chainId) !== chainId) throw new KitError('chain_disconnected')
  if (given.to !== undefined && !isAccount(given.to)) throw new KitError('invalid_input')
  if (given.authorizationList !== undefined || given.blobs !== undefined)
    throw new KitError('wallet_method_unsupported')
  const read = (name: string) => (given[name] === undefined ? undefined : readQuantity(given[name], name))
  const data = (given.data ?? given.input) as Hex | undefined
  const ask = (request: { method: string; params: unknown }) => query(request.method, request.params)
  const value = read('value') ?? 0n
  const plain = { from, value: toQuantity(value), ...(given.to ? { to: given.to } : {}), ...(data ? { data } : {}) }
  const [nonce, gas, price] = await Promise.all([
    read('nonce') ?? ask({ method: 'eth_getTransactionCount', params: [from, 'pending'] }).then(quantity),
    read('gas') ??
      ask({ method: 'eth_estimateGas', params: [plain] })
        .then(quantity)
        .then(withRoom),
    priceOf(read, ask),
  ])
  const common = {
    ...{ chainId, nonce: Number(nonce), gas, value },
    ...(given.to ? { to: given.to as Hex } : {}),
    ...(data ? { data } : {}),
  }
  const { accessList } = given as { accessList?: never }
  return price.gasPrice === undefined
    ? ({
        ...common,
        type: 'eip1559',
        maxFeePerGas: price.maxFeePerGas,
        maxPriorityFeePerGas: price.maxPriorityFeePerGas,
        ...(accessList ? { accessList } : {}),
      } as const)
    : ({ ...common, type: 'legacy', gasPrice: price.gasPrice } as const)
}

type Price = { gasPrice?: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

async function priceOf(
  read: (name: string) => bigint | undefined,
  ask: (request: { method: string; params: unknown }) => Promise<unknown>,
): Promise<Price> {
  const [single, max, tip] = [read('gasPrice'), read('maxFeePerGas'), read('maxPriorityFeePerGas')]
  if (max !== undefined) return { maxFeePerGas: max, maxPriorityFeePerGas: tip ?? 0n }
  if (single !== undefined) return { gasPrice: single, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const { fields } = await gasPrice(ask)
  const of = (name: string) => (fields[name] === undefined ? undefined : BigInt(fields[name]))
  const legacy = of('gasPrice')
  return {
    ...(legacy === undefined ? {} : { gasPrice: legacy }),
    maxFeePerGas: of('maxFeePerGas') ?? 0n,
    maxPriorityFeePerGas: tip ?? of('maxPriorityFeePerGas') ?? 0n,
  }
}

const quantity = (value: unknown) => readQuantity(value, 'quantity')
const isAccount = (value: unknown): value is string => typeof value === 'string' && isAddress(value, { strict: false })

/** The signature must be the account's: a device that signs with another key does not get to send. */
async function assertSigner(hash: Hex, signature: Hex, address: string): Promise<void> {
  const signer = await recoverAddress({ hash, signature }).catch((cause) => {
    throw new LedgerError('unreadable', cause)
  })
  if (!sameAddress('eip155', signer, address)) throw new LedgerError('otherDevice')
}

function readTypedData(given: unknown): TypedData {
  let data: Partial<TypedData> | undefined
  try {
    data = (typeof given === 'string' ? JSON.parse(given) : given) as Partial<TypedData>
  } catch (cause) {
    throw new KitError('invalid_input', { cause })
  }
  const { types, domain, primaryType, message } = data ?? {}
  if (!types || !domain || !message || typeof primaryType !== 'string') throw new KitError('invalid_input')
  if (types.EIP712Domain) return { types, domain, primaryType, message }
  // Some libraries leave the domain's type out: it follows from its fields, in the standard's order.
  const named = domainFields.filter(({ name }) => domain[name] !== undefined)
  return { types: { EIP712Domain: named, ...types }, domain, primaryType, message }
}

const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]
