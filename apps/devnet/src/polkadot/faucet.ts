import type { Blockchain } from '@acala-network/chopsticks-core'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { createFaucetLimit } from '../faucetLimit.ts'
import { type HttpReply, json } from '../openHttpServer.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { genesisHash, nativeCurrency } from './describePolkadot.ts'
import { faucetKey } from './devKeys.ts'
import { polkadotAssets } from './polkadotAssets.ts'

const giftOf = (decimals: number, whole: bigint): bigint => whole * 10n ** BigInt(decimals)

/** Gives coins and some of each asset to any caller, by a real transaction and within limits. */
export function createFaucet(open: () => Promise<Blockchain>, now: () => number = Date.now) {
  const limit = createFaucetLimit(now)
  // Serial: each needs the previous one's nonce plus one.
  const inTurn = createSerialQueue()

  return {
    async answer(text: string): Promise<HttpReply> {
      const to = readKey(text)
      if (to === undefined) return json(400, { error: 'The body must be JSON with an SS58 address: {"address": "…"}.' })
      const ticket = limit.take(to)
      if (!ticket.ok) return json(429, { error: ticket.error })
      try {
        return json(200, { hashes: [await inTurn(async () => give(await open(), to))] })
      } catch (error) {
        ticket.refund()
        return json(502, { error: `The chain did not take the faucet's transaction: ${(error as Error).message}` })
      }
    },
  }
}

async function give(chain: Blockchain, to: string): Promise<string> {
  const { head } = chain
  const [{ tx }, registry, runtimeVersion] = await Promise.all([head.meta, head.registry, head.runtimeVersion])
  const method = tx.utility!.batchAll!([
    tx.balances!.transferKeepAlive!({ Id: to }, giftOf(nativeCurrency.decimals, 10n)),
    ...polkadotAssets.map(({ id, decimals }) => tx.assets!.transferKeepAlive!(id, { Id: to }, giftOf(decimals, 100n))),
  ])
  const account = await head.read('AccountInfo', (await head.meta).query.system!.account!, faucetKey.address)
  const extrinsic = registry.createType('Extrinsic', { method }, { version: 4 })
  // The first byte is the kind of the signing key: ed25519.
  const signer = {
    ...faucetKey,
    addressRaw: faucetKey.publicKey,
    sign: (message: Uint8Array) => Uint8Array.of(0, ...faucetKey.sign(message)),
  }
  type SignParams = Parameters<typeof extrinsic.sign>
  extrinsic.sign(signer as unknown as SignParams[0], {
    blockHash: genesisHash,
    genesisHash,
    nonce: (account as unknown as { nonce: number } | undefined)?.nonce ?? 0,
    runtimeVersion: registry.createType('RuntimeVersion', runtimeVersion) as unknown as SignParams[1]['runtimeVersion'],
  })
  const hash = await chain.submitExtrinsic(extrinsic.toHex())
  await chain.upcomingBlocks()
  return hash
}

function readKey(text: string): string | undefined {
  try {
    const { address } = JSON.parse(text)
    return `0x${Buffer.from(readPolkadotAddress(String(address)).publicKey).toString('hex')}`
  } catch {
    return undefined // not JSON, or not an address
  }
}
