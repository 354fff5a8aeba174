import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { encodeFunctionData, getAddress, type Hex, isAddress, parseAbi, parseEther, parseUnits } from 'viem'
import { createFaucetLimit } from '../faucetLimit.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { faucetAccount } from './devAccounts.ts'
import type { Evm } from './evmNode.ts'
import { type DevnetWallet, walletOf } from './walletOf.ts'

type FaucetChain = { evm: Evm; tokens: DevnetChain['tokens'] }
export type FaucetAnswer = { ok: true; hashes: Hex[] } | { ok: false; status: 400 | 429 | 502; error: string }

const tokenAbi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function deposit() payable',
  'function transfer(address to, uint256 amount)',
])
const etherGift = parseEther('10')
const refuse = (status: 400 | 429 | 502, error: string) => ({ ok: false as const, status, error })
/** Limit of one payment for every caller: far more than the local on-ramp sells at once. */
const maxPayment = parseEther('100000')

/**
 * Gives ether and some of each token to any caller, by real transactions and within limits; pays out the coins that the
 * local on-ramp sold.
 */
export function createFaucet(chains: readonly FaucetChain[], now: () => number = Date.now) {
  const limit = createFaucetLimit(now)
  const outlets = new Map(
    chains.map(({ evm, tokens }) => [
      evm.chainId,
      // One gift at a time on each chain, so that two never take the same nonce.
      { wallet: walletOf(evm, faucetAccount), tokens, inTurn: createSerialQueue() },
    ]),
  )

  function readAsker(body: unknown) {
    const { address, chainId } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    if (typeof address !== 'string' || !isAddress(address))
      return refuse(400, 'address must be a 20-byte hex address; one in mixed case must match its checksum.')
    const outlet = typeof chainId === 'number' ? outlets.get(chainId) : undefined
    if (!outlet) return refuse(400, `chainId must be one of ${[...outlets.keys()].join(', ')}.`)
    return { ok: true as const, outlet, to: getAddress(address), asker: `${chainId}:${address.toLowerCase()}` }
  }

  return {
    /** A gift: some of everything. */
    async give(body: unknown): Promise<FaucetAnswer> {
      const asker = readAsker(body)
      if (!asker.ok) return asker
      const { outlet, to } = asker
      const ticket = limit.take(asker.asker)
      if (!ticket.ok) return refuse(429, ticket.error)
      try {
        return { ok: true, hashes: await outlet.inTurn(() => give(outlet.wallet, outlet.tokens, to)) }
      } catch (error) {
        ticket.refund()
        return refuse(502, `The chain rejected the faucet's transactions: ${reasonOf(error)}`)
      }
    },

    /** Pays exactly `amount` of one asset, serially with the gifts so that two never take the same nonce. */
    async pay(body: unknown): Promise<FaucetAnswer> {
      const asker = readAsker(body)
      if (!asker.ok) return asker
      const { outlet, to } = asker
      const { token, amount } = body as Record<string, unknown>
      const units = typeof amount === 'string' && /^[1-9]\d{0,30}$/.test(amount) ? BigInt(amount) : 0n
      if (units === 0n || units > maxPayment)
        return refuse(400, `amount must be from 1 to ${maxPayment} smallest units, as a string.`)
      const paid = outlet.tokens.find(({ address }) => address === token)
      if (token !== null && (!paid || paid.kind === 'wrapped'))
        return refuse(400, 'token must be null, for ether, or the address of a mintable token, as in the manifest.')
      const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, units] })
      const call = paid ? { to: paid.address as Hex, data: mint } : { to, value: units }
      try {
        return { ok: true, hashes: [await outlet.inTurn(() => outlet.wallet.sendTransaction(call))] }
      } catch (error) {
        return refuse(502, `The chain rejected the payment: ${reasonOf(error)}`)
      }
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : 'unknown reason')

async function give(wallet: DevnetWallet, tokens: FaucetChain['tokens'], to: Hex): Promise<Hex[]> {
  const hashes = [await wallet.sendTransaction({ to, value: etherGift })]
  for (const token of tokens) {
    const contract = token.address as Hex
    if (token.kind === 'wrapped') {
      const amount = parseUnits('1', token.decimals)
      const deposit = encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' })
      hashes.push(await wallet.sendTransaction({ to: contract, value: amount, data: deposit, gas: 100_000n }))
      const transfer = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] })
      // An explicit gas limit: with interval mining the deposit above is still pending and an estimate would fail.
      hashes.push(await wallet.sendTransaction({ to: contract, data: transfer, gas: 100_000n }))
    } else {
      const args = [to, parseUnits('1000', token.decimals)] as const
      const mint = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args })
      hashes.push(await wallet.sendTransaction({ to: contract, data: mint }))
    }
  }
  return hashes
}
