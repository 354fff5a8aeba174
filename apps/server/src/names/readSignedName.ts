import { signedName } from '@billfold/protocol/api/signedName'
import { coins, evmChainOf } from '@billfold/protocol/coinType'
import { KitError } from '@billfold/protocol/error'
import { verifySignature } from '@billfold/protocol/signin/verifySignature'
import * as z from 'zod/mini'
import { createAskChain } from '../auth/createAskChain.ts'
import type { Rpc } from '../rpc/createRpc.ts'
import type { NameOwner } from './nameOwner.ts'

export type SignedBy = { coin_type: number; address: string; message: string; signature: string }

/** Allowed difference between the signer's clock and ours. */
export const skewSeconds = 300

/** The label of a name that is directly under the operator's own. */
export const labelUnder = (parent: string, name: string): string | undefined => {
  const label = name.endsWith(`.${parent}`) ? name.slice(0, -parent.length - 1) : ''
  return label && !label.includes('.') ? label : undefined
}

/** The signed message, its signer, and the coins that the account's address is valid for. */
export async function readSignedName(
  { rpc, parent, now }: { rpc: Rpc; parent: string; now: Date },
  signed: SignedBy,
  signal: AbortSignal,
) {
  const content = z.safeParse(signedName, parseJson(signed.message))
  if (!content.success)
    throw new KitError('invalid_input', { message: 'The message is not about a name.', cause: content.error })
  const { name, timestamp, coin_type: coin } = content.data
  if (Math.abs(now.getTime() / 1000 - timestamp) > skewSeconds)
    throw new KitError('invalid_input', { message: 'The message was signed too long ago, or the clock is wrong.' })
  const label = labelUnder(parent, name)
  if (!label) throw new KitError('invalid_input', { message: `Names must be one label under .${parent}.` })
  const chain = evmChainOf(signed.coin_type)
  if (chain === undefined)
    throw new KitError('invalid_input', { message: 'This coin type does not belong to an EVM chain.' })
  if (coin !== undefined && coin !== signed.coin_type)
    throw new KitError('invalid_input', { message: 'The message applies to another coin type.' })
  let isContract = false
  const ask = createAskChain(rpc, signal)
  const account = { chainId: `eip155:${chain}` as const, address: signed.address }
  const isSigned = await verifySignature(account, signed.message, signed.signature, (...args) => {
    isContract = true
    return ask(...args)
  })
  if (!isSigned) throw new KitError('sign_in_unproven', { message: 'The signature is from another account.' })
  // Existing clients send no coin. A contract with the same signatures on two chains could have a message replayed on
  // the other one.
  if (isContract && coin === undefined)
    throw new KitError('invalid_input', { message: 'A contract’s message must state its coin type.' })
  const owner: NameOwner = {
    address: Buffer.from(signed.address.slice(2), 'hex'),
    chain: isContract ? `${chain}` : null,
  }
  // A key has its address on every chain; a contract only on its own.
  const coinTypes = isContract ? [signed.coin_type] : [...new Set<number>([coins.ethereum, signed.coin_type])]
  return { ...content.data, label, owner, coinTypes, ask }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // anything but JSON is not a message of ours
  }
}
