import { expect, it } from 'vitest'
import { ethereum } from '../../../test/testUpstream.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { createMintNames } from './createMintNames.ts'

const metaplex = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const pyusd = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
const chain: ServerChain = { ...ethereum, id: 'solana:localnet', namespace: 'solana' }

const mint = (extensions?: unknown[]) => ({
  owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  data: { parsed: { type: 'mint', info: { decimals: 6, ...(extensions && { extensions }) } }, program: 'spl-token' },
})

/** An account of Metaplex's as it stands on the chain: texts of a fixed length, with zeros behind what they say. */
function metadata(name: string, symbol: string, owner = metaplex) {
  const text = (value: string, length: number) => {
    const bytes = Buffer.alloc(4 + length)
    bytes.writeUInt32LE(length)
    bytes.write(value, 4)
    return bytes
  }
  const bytes = Buffer.concat([Buffer.alloc(65, 4), text(name, 32), text(symbol, 10), text('https://x', 200)])
  return { owner, data: [bytes.toString('base64'), 'base64'] }
}

function setUp(accounts: Readonly<Record<string, unknown>>) {
  const requests: string[][] = []
  const rpc = (() => ({
    call: async (_: string, [places]: [string[]]) => {
      requests.push(places)
      return { value: places.map((place) => accounts[place] ?? null) }
    },
  })) as unknown as Rpc
  const names = createMintNames(rpc)
  return { requests, names: async (...mints: string[]) => Object.fromEntries(await names(chain, mints)) }
}

it("uses the mint's own name, with one request", async () => {
  const mintExtensions = [{ extension: 'tokenMetadata', state: { name: 'PayPal USD', symbol: 'PYUSD', uri: '' } }]
  const { names, requests } = setUp({ [pyusd]: mint(mintExtensions) })
  const known = { [pyusd]: { name: 'PayPal USD', symbol: 'PYUSD', decimals: 6 } }
  expect(await names(pyusd)).toEqual(known)
  expect(await names(pyusd)).toEqual(known)
  expect(requests).toHaveLength(1)
})

it("reads Metaplex's record at the mint's own address and nowhere else", async () => {
  // Where the network has it for Circle's dollar.
  const place = '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq'
  const { names, requests } = setUp({ [usdc]: mint(), [place]: metadata('USD Coin', 'USDC') })
  expect(await names(usdc)).toEqual({ [usdc]: { name: 'USD Coin', symbol: 'USDC', decimals: 6 } })
  expect(requests).toEqual([[usdc, place]])
  const forged = setUp({ [usdc]: mint(), [place]: metadata('USD Coin', 'USDC', usdc) })
  expect(await forged.names(usdc)).toEqual({ [usdc]: { name: 'Unnamed token', symbol: 'EPjF…Dt1v', decimals: 6 } })
})

it('makes a name safe to show, and rejects an invalid mint', async () => {
  const mintExtensions = [{ extension: 'tokenMetadata', state: { name: 'a\u202Eb\n', symbol: 'X\u0000Y' } }]
  const { names } = setUp({ [pyusd]: mint(mintExtensions), [usdc]: { owner: usdc, data: ['', 'base64'] } })
  expect(await names(pyusd, usdc)).toEqual({ [pyusd]: { name: 'ab', symbol: 'XY', decimals: 6 } })
})
