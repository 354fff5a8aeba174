import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Signers } from '../../model/transactions.ts'
import type { Allowances, Batches, BatchStatus, Swaps, TypedData } from '../swaps.ts'
import { readCall, writeCall } from './evmCall.ts'
import { toQuantity } from './quantity.ts'

const approveSelector = '0x095ea7b3'
/** Permit2's `approve(address token, address spender, uint160 amount, uint48 expiration)`. */
const passOnSelector = '0x87517c45'
const maxPermitS = 3_600

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isSame = (a: unknown, b: string) => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const approveData = (spender: string, amount: bigint) => `${approveSelector}${word(BigInt(spender))}${word(amount)}`

/** Exact approvals, and their signatures: Permit2's `PermitSingle` and tokens' own permits (EIP-2612). */
const allowances: Allowances = {
  approval({ to, data }, { owner, token, spender, amount }) {
    return isSame(to, token) && isSame(data, approveData(spender, amount))
      ? writeCall({ from: owner, to, data, value: 0n })
      : undefined
  },
  insteadOf(kind, swap, { owner, token, spender, amount }, until) {
    if (kind === 'eip2612') return writeCall({ from: owner, to: token, data: approveData(spender, amount), value: 0n })
    const words = [BigInt(token), BigInt(readCall(swap).to), amount, BigInt(Math.floor(until / 1000))].map(word)
    return writeCall({ from: owner, to: spender, data: `${passOnSelector}${words.join('')}`, value: 0n })
  },
  signTypedData: (address, data) => ({
    method: 'eth_signTypedData_v4',
    params: [address, JSON.stringify({ ...data, types: { ...data.types, EIP712Domain: domainTypes(data.domain) } })],
  }),
  readSignature(answer) {
    if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{2}){64,2000}$/.test(answer))
      throw new KitError('wallet_answer_invalid', { cause: answer })
    return answer
  },
  permitOf(data, shown, now) {
    const { domain, primaryType, message } = data
    if (String(domain.chainId) !== parseCaipNetworkId(shown.networkId).reference) return { fault: 'another chain' }
    if (primaryType !== (shown.kind === 'permit2' ? 'PermitSingle' : 'Permit'))
      return { fault: 'another kind of permission' }
    return shown.kind === 'permit2'
      ? permit2Of(domain, message, shown, now)
      : tokenPermitOf(domain, message, shown, now)
  },
}

/** A wallet's capabilities on a chain, or on all. */
function capabilitiesOn(answer: unknown, networkId: CaipNetworkId): unknown {
  const chain = toQuantity(Number(parseCaipNetworkId(networkId).reference))
  return isObject(answer) ? (answer[chain] ?? answer['0x0']) : undefined
}

/** Call batches (EIP-5792). */
const batches: Batches = {
  capabilitiesRequest: (address) => ({ method: 'wallet_getCapabilities', params: [address] }),
  isSupported(answer, networkId) {
    const capabilities = capabilitiesOn(answer, networkId)
    const atomic = isObject(capabilities) ? (capabilities.atomic ?? capabilities.atomicBatch) : undefined
    // The final version has a status, drafts a flag; `ready` would upgrade the account first, without consent.
    return isObject(atomic) && (atomic.status === 'supported' || atomic.supported === true)
  },
  takesPayer(answer, networkId) {
    const capabilities = capabilitiesOn(answer, networkId)
    return (
      isObject(capabilities) &&
      isObject(capabilities.paymasterService) &&
      capabilities.paymasterService.supported === true
    )
  },
  request: (calls, from, networkId) => ({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        from,
        chainId: toQuantity(Number(parseCaipNetworkId(networkId).reference)),
        atomicRequired: true,
        calls: calls.map(readCall).map(({ to, value, data }) => ({ to, value: toQuantity(value), data })),
      },
    ],
  }),
  readId(answer) {
    const id = isObject(answer) ? answer.id : answer
    if (typeof id !== 'string' || id.length > 4096) throw new KitError('wallet_answer_invalid', { cause: answer })
    return id
  },
  statusRequest: (id) => ({ method: 'wallet_getCallsStatus', params: [id] }),
  readStatus(answer) {
    // A bundler does not know an operation before its block.
    if (answer === null) return { state: 'waiting' }
    if (!isObject(answer)) throw new KitError('wallet_answer_invalid', { cause: answer })
    return 'userOpHash' in answer ? operationStatus(answer) : callsStatus(answer)
  },
}

const hashIn = (receipt: unknown): { hash: string } | undefined => {
  const hash = isObject(receipt) ? receipt.transactionHash : undefined
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? { hash: hash.toLowerCase() } : undefined
}

/** By EIP-5792. A bundle may succeed although its calls reverted: the wallet's receipt is about the calls. */
function callsStatus({ status, receipts, signers }: Fields): BatchStatus {
  const all: readonly unknown[] = Array.isArray(receipts) ? receipts : []
  const reverted = all.find((receipt) => isObject(receipt) && /^(?:0x)?0+$/.test(String(receipt.status)))
  const last = hashIn(reverted ?? all.at(-1))
  if (status === 500 || ((status === 'CONFIRMED' || status === 200) && reverted)) return { state: 'failed', ...last }
  if ((status === 'CONFIRMED' || status === 200) && last) return { state: 'done', ...last }
  // Partial, despite the atomic request: the chain decides.
  if (status === 600 && last) return { state: 'done', ...last }
  if (typeof status === 'number' && status >= 400 && status < 500) return { state: 'unsent' }
  return { state: 'waiting', ...(isSigners(signers) ? { signers } : {}) }
}

/** Not in EIP-5792: our connector of Safes adds it. */
const isSigners = (value: unknown): value is Signers =>
  isObject(value) && [value.have, value.need].every((count) => Number.isInteger(count) && Number(count) >= 0)

/** A bundler's receipt of an operation (ERC-4337). */
function operationStatus({ success, receipt }: Fields): BatchStatus {
  const named = hashIn(receipt)
  if (success === false) return { state: 'failed', ...named }
  return named ? { state: 'done', ...named } : { state: 'waiting' }
}

export const swapCalls: Swaps = {
  read({ to, data, value, amount, eip155 }, { owner, isCoin }) {
    const paid = BigInt(value ?? (isCoin ? amount : '0'))
    const fields = { gas: toQuantity(BigInt(eip155.gas)) }
    return { call: writeCall({ from: owner, to: to.split(':')[2] ?? '', data, value: paid, fields }), value: paid }
  },
  judge: async () => (await import('./swapVerifier.ts')).swapVerifier,
  allowances,
  batches,
}

type Shown = Parameters<Allowances['permitOf']>[1]
type Pinned = { permit: TypedData } | { fault: string }
type Fields = Record<string, unknown>

const isNumber = (value: unknown) => /^\d{1,78}$/.test(String(value))
const endsSoon = (time: unknown, now: number) => isNumber(time) && Number(time) < now / 1000 + maxPermitS

const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.split(' ')
    return { name, type }
  })
const permit2Types = {
  PermitSingle: fields('PermitDetails details,address spender,uint256 sigDeadline'),
  PermitDetails: fields('address token,uint160 amount,uint48 expiration,uint48 nonce'),
}
const tokenTypes = { Permit: fields('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline') }

/** Permit2's: this token, amount and router, for a limited time. */
function permit2Of(
  domain: Fields,
  { details, spender: taker, sigDeadline }: Fields,
  shown: Shown,
  now: number,
): Pinned {
  const { token, spender, amount, networkId } = shown
  if (!isObject(details)) return { fault: 'another kind of permission' }
  const { expiration, nonce } = details
  if (!isSame(domain.verifyingContract, spender) || !isSame(taker, shown.taker)) return { fault: 'another contract' }
  if (!isSame(details.token, token)) return { fault: 'another token' }
  if (String(details.amount) !== String(amount)) return { fault: 'another amount' }
  if (!isNumber(nonce)) return { fault: 'no number' }
  if (!endsSoon(expiration, now) || !endsSoon(sigDeadline, now)) return { fault: 'no end' }
  const { reference } = parseCaipNetworkId(networkId)
  return {
    permit: {
      domain: { name: 'Permit2', chainId: Number(reference), verifyingContract: spender },
      types: permit2Types,
      primaryType: 'PermitSingle',
      message: {
        details: { token, amount: `${amount}`, expiration: String(expiration), nonce: String(nonce) },
        spender: shown.taker,
        sigDeadline: String(sigDeadline),
      },
    },
  }
}

/** The token's own (EIP-2612): this account, spender and amount. */
function tokenPermitOf(domain: Fields, message: Fields, shown: Shown, now: number): Pinned {
  const { owner, token, spender, amount, networkId } = shown
  const { nonce, deadline } = message
  if (!isSame(domain.verifyingContract, token)) return { fault: 'another token' }
  if (!isSame(message.owner, owner)) return { fault: 'another account' }
  if (!isSame(message.spender, spender)) return { fault: 'another contract' }
  if (String(message.value) !== String(amount)) return { fault: 'another amount' }
  if (!isNumber(nonce)) return { fault: 'no number' }
  if (!endsSoon(deadline, now)) return { fault: 'no end' }
  const { reference } = parseCaipNetworkId(networkId)
  return {
    permit: {
      domain: {
        name: String(domain.name),
        version: String(domain.version),
        chainId: Number(reference),
        verifyingContract: token,
      },
      types: tokenTypes,
      primaryType: 'Permit',
      message: { owner, spender, value: `${amount}`, nonce: String(nonce), deadline: String(deadline) },
    },
  }
}

const domainOrder = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
] as const

const domainTypes = (domain: Record<string, unknown>) =>
  domainOrder.filter(([name]) => domain[name] !== undefined).map(([name, type]) => ({ name, type }))
