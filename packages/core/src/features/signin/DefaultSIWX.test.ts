import { encodeBase58 } from '@billfold/protocol/base58'
import { hexOf } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { readSignIn } from '@billfold/protocol/signin/readSignIn'
import { bitcoinKey } from '@billfold/testkit/bitcoin/bitcoinKey'
import { ordinalKey } from '@billfold/testkit/bitcoin/ordinalKey'
import { polkadotKey } from '@billfold/testkit/polkadot/polkadotKey'
import { solanaKey } from '@billfold/testkit/solana/ed25519'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { fakeStorage } from '../../ports/fakeStorage.ts'
import { DefaultSIWX, type DefaultSIWXOptions } from './DefaultSIWX.ts'

const mnemonic = 'test test test test test test test test test test test junk'
const [bitcoin, polkadot] = [
  'bip122:000000000019d6689c085ae165831e93',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
] as const
const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const evm = privateKeyToAccount(`0x${'11'.repeat(32)}`)

type Signer = { chainId: CaipNetworkId; address: string; sign(message: string): Promise<string> }
async function signers(): Promise<Record<string, Signer>> {
  const key = await solanaKey(new Uint8Array(32).fill(7))
  const [segwit, taproot] = [bitcoinKey(mnemonic, bitcoin, 0), ordinalKey(mnemonic, bitcoin, 0)]
  const dot = await polkadotKey(mnemonic, polkadot, 0)
  return {
    Ethereum: { chainId: 'eip155:1', address: evm.address, sign: (message) => evm.signMessage({ message }) },
    Solana: {
      chainId: solana,
      address: encodeBase58(key.publicKey),
      sign: async (message) => encodeBase58(await key.sign(bytesOf(message))),
    },
    Bitcoin: { chainId: bitcoin, address: segwit.address, sign: (message) => segwit.signMessage(message) },
    'Bitcoin (BIP-322)': {
      chainId: bitcoin,
      address: taproot.address,
      sign: (message) => taproot.signMessage(message),
    },
    Polkadot: {
      chainId: polkadot,
      address: dot.address,
      sign: async (message) => `0x${hexOf(await dot.sign(bytesOf(`<Bytes>${message}</Bytes>`)))}`,
    },
  }
}

function setUp(options: DefaultSIWXOptions = {}, storage = fakeStorage()) {
  const siwx = new DefaultSIWX(options)
  const parts = setUpKit({ storage, networks: [evmNetwork(1), evmNetwork(10)] })
  siwx.attach(parts.kit)
  return { ...parts, siwx }
}

async function signIn(siwx: DefaultSIWX, { chainId, address, sign }: Signer) {
  const data = await siwx.createMessage({ chainId, accountAddress: address })
  const message = data.toString()
  return { data, message, signature: await sign(message) }
}

describe('signing in without a server', () => {
  test('holds one account of every family, each by its own standard, over a reload and until it expires', async () => {
    const { siwx, storage, clock } = setUp({ statement: 'Sign in to the site.', expiration: 60_000 })
    const listener = vi.fn()
    siwx.on('sessionChanged', listener)
    const all = await signers()
    for (const [family, signer] of Object.entries(all)) {
      const session = await signIn(siwx, signer)
      expect(session.message.split('\n')[0]).toBe(
        `site.example wants you to sign in with your ${family.split(' ')[0]} account:`,
      )
      expect(readSignIn(session.message)).toMatchObject({
        chainId: signer.chainId,
        address: signer.address,
        uri: 'https://site.example/app?x=1',
      })
      expect(session.data.nonce).toMatch(/^[0-9a-f]{32}$/)
      await siwx.addSession(session)
    }
    expect(listener).toHaveBeenCalledTimes(5)
    const later = setUp({}, storage)
    for (const { chainId, address } of Object.values(all))
      expect(await later.siwx.getSessions(chainId, address)).toMatchObject([{ data: { chainId } }])
    expect(await siwx.getSessions('eip155:10', evm.address)).toEqual([])
    expect(await siwx.getSessions('eip155:1', evm.address.toLowerCase())).toHaveLength(1)
    await siwx.revokeSession('eip155:1', evm.address)
    expect(await siwx.getSessions('eip155:1', evm.address)).toEqual([])
    expect(await siwx.getSessions(solana, all.Solana!.address)).toHaveLength(1)
    clock.advance(60_000)
    expect(await siwx.getSessions(solana, all.Solana!.address)).toEqual([])
    await siwx.setSessions([])
    expect(storage.values.has('@appkit/siwx')).toBe(false)
  })

  test('rejects altered, foreign and replayed messages', async () => {
    const { siwx } = setUp()
    const { Ethereum } = await signers()
    const session = await signIn(siwx, Ethereum!)
    const other = privateKeyToAccount(`0x${'22'.repeat(32)}`)
    const resigned = async (message: string) => ({ ...session, message, signature: await Ethereum!.sign(message) })
    for (const wrong of [
      { ...session, data: { ...session.data, nonce: 'a'.repeat(32) } },
      { ...session, data: { ...session.data, accountAddress: other.address } },
      { ...session, data: { ...session.data, chainId: 'eip155:10' as const } },
      await resigned(session.message.replace('site.example wants', 'evil.example wants')),
      await resigned(session.message.replace('Chain ID: 1', 'Chain ID: 10')),
      await resigned(session.message.replace(/Nonce: .*/, `Nonce: ${'b'.repeat(32)}`)),
      await resigned(session.message.replace('Version: 1', 'Version: 2')),
    ])
      await expect(siwx.addSession(wrong)).rejects.toMatchObject({ code: 'sign_in_unproven' })
    await siwx.addSession(session)
    await expect(siwx.addSession(session)).rejects.toThrow('nonce')
  })

  test('ignores invalid stored sign-ins', async () => {
    for (const value of ['nonsense', '{}', '[1]', '[{"data":{}}]', '[{"data":{"chainId":"x:1"},"message":1}]']) {
      const storage = fakeStorage()
      storage.values.set('@appkit/siwx', value)
      const { siwx } = setUp({}, storage)
      expect(await siwx.getSessions('eip155:1', evm.address)).toEqual([])
    }
  })

  test('is required by default, and lets early callers wait for the kit', async () => {
    expect(new DefaultSIWX().getRequired()).toBe(true)
    expect(new DefaultSIWX({ required: false }).getRequired()).toBe(false)
    const early = new DefaultSIWX()
    const sessions = early.getSessions('eip155:1', evm.address)
    early.attach(setUpKit().kit)
    expect(await sessions).toEqual([])
  })
})
