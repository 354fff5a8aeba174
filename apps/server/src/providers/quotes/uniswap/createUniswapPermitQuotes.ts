import { KitError } from '@billfold/protocol/error'
import {
  compactSignatureToSignature,
  type Hex,
  parseCompactSignature,
  recoverTypedDataAddress,
  serializeSignature,
} from 'viem'
import { createMemo } from '../../../caches/createMemo.ts'
import { sameHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../../chains/serverChain.ts'
import type { Rpc } from '../../../rpc/createRpc.ts'
import { type BuiltSwap, nativeCoin, type Permit, type QuoteSource } from '../quoteSource.ts'
import { createRoutePricer } from './createRoutePricer.ts'
import { type PermitDomain, permitOf, readNonce, readPermitDomain } from './eip2612.ts'
import { encodeRouterSwap } from './encodeRouterSwap.ts'
import type { Route } from './routes.ts'

const swapLifeS = 300
const overheadGas = 60_000n
const feeGas = 45_000n
const permitGas = 55_000n

type Memo = { route: Route; domain: PermitDomain }

/**
 * Uniswap v3 through its SwapRouter, for tokens with a permit of their own (EIP-2612): one signature and one transaction, no approval.
 * Only for accounts without code, whose signatures every such token takes, and for clients that say they can sign one.
 */
export function createUniswapPermitQuotes({ rpc, now = Date.now }: { rpc: Rpc; now?: () => number }): QuoteSource {
  const domains = createMemo<PermitDomain | undefined>({ ttlMs: 600_000 })
  const { price, readerOf } = createRoutePricer({ rpc, now, isV3Only: true })

  async function hasCode(chain: ServerChain, user: EvmAddress, signal: AbortSignal): Promise<boolean> {
    return (await rpc(chain.id).call('eth_getCode', [user, 'latest'], signal)) !== '0x'
  }

  return {
    id: 'uniswap-v3',
    name: 'Uniswap v3',
    permitKind: 'eip2612',
    supports: ({ contracts, wrappedNative }) =>
      Boolean(
        wrappedNative && contracts.uniswapV3SwapRouter && contracts.uniswapV3Factory && contracts.uniswapV3QuoterV2,
      ),
    suits: ({ from, signsEip2612 }) => Boolean(signsEip2612) && from !== nativeCoin,

    async quote(request, signal) {
      const { chain, fee, user, from } = request
      if (from === nativeCoin) return undefined
      const [isContract, domain] = await Promise.all([
        hasCode(chain, user, signal),
        domains(`${chain.id} ${from}`, () => readPermitDomain(readerOf(chain), from, Number(chain.reference), signal)),
      ])
      const priced = isContract || !domain ? undefined : await price(request, signal)
      if (!domain || !priced) return undefined
      return {
        ...priced.quote,
        gas: priced.poolGas + overheadGas + permitGas + (fee ? feeGas : 0n),
        spender: chain.contracts.uniswapV3SwapRouter,
        target: chain.contracts.uniswapV3SwapRouter,
        memo: { route: priced.route, domain } satisfies Memo,
      }
    },

    async permit({ chain, from, amount, user }, { memo }, signal) {
      if (from === nativeCoin) return undefined
      const nonce = await readNonce(readerOf(chain), from, user, signal)
      if (nonce === undefined) throw new KitError('unavailable', { message: 'The token did not respond.' })
      const until = Math.floor(now() / 1000) + swapLifeS
      const spender = chain.contracts.uniswapV3SwapRouter!
      return permitOf((memo as Memo).domain, { owner: user, spender, amount, nonce, until })
    },

    async build(request, quote, _signal, given): Promise<BuiltSwap> {
      const { chain, amount, user, fee } = request
      const permit = given && { ...given, signature: inFull(given.signature) }
      if (permit) await assertSigner(permit, user)
      const data = encodeRouterSwap({
        route: (quote.memo as Memo).route,
        amount,
        minOut: quote.minOut,
        user,
        getsNative: request.to === nativeCoin,
        fee,
        permit,
        deadline: BigInt(Math.floor(now() / 1000) + swapLifeS),
      })
      return { to: chain.contracts.uniswapV3SwapRouter!, data, value: 0n, minOut: quote.minOut }
    },
  }
}

/** Some wallets sign in 64 bytes (EIP-2098); tokens want 65. */
const inFull = (signature: Hex): Hex =>
  signature.length === 130
    ? serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)))
    : signature

async function assertSigner({ typedData, signature }: Permit, user: EvmAddress): Promise<void> {
  const signer = await recoverTypedDataAddress({ ...(typedData as never as object), signature } as never).catch(
    () => '',
  )
  if (!sameHex(String(signer), user))
    throw new KitError('transaction_rejected', { message: 'The signature is from another account.' })
}
