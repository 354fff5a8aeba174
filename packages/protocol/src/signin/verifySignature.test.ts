import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { encodeBase58 } from '../base58.ts'
import { hexOf, joinBytes } from '../bytes.ts'
import { writePolkadotAddress } from '../polkadot/ss58.ts'
import { type AskChain, verifySignature } from './verifySignature.ts'

const message = 'site.example wants you to sign in'
const seed = new Uint8Array(32).fill(7)
const nobody: AskChain = () => Promise.reject(new Error('queried a chain'))
const evm = privateKeyToAccount(`0x${hexOf(seed)}`)

/** The other spelling of a signature: as good a point, and not the standard's. */
function turned(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const high = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${high}${signature.endsWith('1b') ? '1c' : '1b'}`
}

describe('keys', () => {
  it('verifies an EVM key without a chain', async () => {
    const account = { chainId: 'eip155:1', address: evm.address } as const
    const signature = await evm.signMessage({ message })
    expect(await verifySignature(account, message, signature, nobody)).toBe(true)
    const zeroBased = signature.replace(/1b$/, '00').replace(/1c$/, '01')
    expect(await verifySignature(account, message, zeroBased, nobody)).toBe(true)
  })
  it('rejects an EVM signature by another key, of another text, or in another encoding', async () => {
    const ask = vi.fn(async () => '0x00')
    const account = { chainId: 'eip155:1', address: evm.address } as const
    const signature = await evm.signMessage({ message })
    expect(await verifySignature(account, `${message}.`, signature, ask)).toBe(false)
    expect(await verifySignature(account, message, turned(signature), ask)).toBe(false)
    expect(await verifySignature(account, message, `0x${'ff'.repeat(65)}`, ask)).toBe(false)
    // A contract may need no signature: a Safe keeps signed messages on chain.
    expect(await verifySignature(account, message, '0x', ask)).toBe(false)
    expect(ask).toHaveBeenCalledTimes(4) // there may be a contract; it answers that the signature is invalid
    for (const none of ['', 'hello', '0x1', `0x${'11'.repeat(20_000)}`])
      expect(await verifySignature(account, message, none, nobody)).toBe(false)
  })
  it('a Solana key', async () => {
    const address = encodeBase58(ed25519.getPublicKey(seed))
    const account = { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address } as const
    const signature = encodeBase58(ed25519.sign(new TextEncoder().encode(message), seed))
    expect(await verifySignature(account, message, signature, nobody)).toBe(true)
    expect(await verifySignature(account, `${message}.`, signature, nobody)).toBe(false)
    expect(await verifySignature(account, message, '0OIl', nobody)).toBe(false)
    expect(await verifySignature(account, message, '1'.repeat(100_000), nobody)).toBe(false)
  })
  it('rejects a Solana signature with a number beyond the group’s order', async () => {
    const address = encodeBase58(ed25519.getPublicKey(seed))
    const bytes = ed25519.sign(new TextEncoder().encode(message), seed)
    const s = BigInt(`0x${hexOf(bytes.slice(32).reverse())}`) + ed25519.Point.Fn.ORDER
    const high = joinBytes(bytes.slice(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse())
    const account = { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', address } as const
    expect(await verifySignature(account, message, encodeBase58(high), nobody)).toBe(false)
  })
  it('a Polkadot key, in each of its networks’ spellings', async () => {
    const secret = secretFromSeed(seed)
    const signature = `0x${hexOf(sign(secret, new TextEncoder().encode(`<Bytes>${message}</Bytes>`)))}`
    for (const prefix of [0, 2, 42]) {
      const address = writePolkadotAddress({ prefix, publicKey: getPublicKey(secret) })
      const account = { chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182', address } as const
      expect(await verifySignature(account, message, signature, nobody)).toBe(true)
      expect(await verifySignature(account, `${message}.`, signature, nobody)).toBe(false)
    }
  })
})
