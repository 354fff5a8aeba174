import { KitError } from '@billfold/protocol/error'
import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { createNftDescriptions } from './createNftDescriptions.ts'
import { createPictures } from './createPictures.ts'

const one = { chainId: 'eip155:1', contract: `0x${'Ab'.repeat(20)}`, tokenId: '7' } as const
const responseOf = (document: unknown) =>
  `data:application/json;base64,${Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)).toString('base64')}`

/** Descriptions of NFTs whose contract returns this URI; `reads` counts the requests to the chain. */
function reading(uriOf: () => string) {
  const reads = { times: 0 }
  let time = 0
  const call = async () => {
    reads.times += 1
    return encodeAbiParameters([{ type: 'string' }], [uriOf()])
  }
  const descriptions = createNftDescriptions({
    rpc: (() => ({ call })) as never,
    pictures: createPictures({}),
    now: () => time,
  })
  return { descriptions, reads, pass: (ms: number) => void (time += ms) }
}
const read = (document: unknown) => reading(() => responseOf(document)).descriptions.read(one)

describe('an NFT’s metadata', () => {
  it('has its name and its image URL', async () => {
    expect(await read({ name: 'Pocket #7', image: 'ipfs://x', more: { deep: [] } })).toEqual({
      name: 'Pocket #7',
      image: 'ipfs://x',
    })
    expect(await read({ name: 'Drawn', image_data: '<svg/>' })).toMatchObject({ image: 'data:image/svg+xml,<svg/>' })
  })

  it('has a name of one line without control characters, cut to length', async () => {
    expect(await read({ name: ' Pock\u202Eet\u200B \n #7\u0000 ' })).toMatchObject({ name: 'Pocket #7' })
    expect((await read({ name: `${'a'.repeat(5_000)}` }))?.name).toHaveLength(60)
    expect((await read({ name: '\u202E\u200B' }))?.name).toBeUndefined()
  })

  it.each([[[]], ['text'], [null], [7], ['{"name":'], ['']])('rejects %j', async (document) => {
    expect(await read(typeof document === 'string' ? document : JSON.stringify(document))).toBeNull()
  })

  it('keeps its other fields if one has a wrong type', async () => {
    expect(await read({ name: { toString: 'x' }, image: 'ipfs://x' })).toEqual({ name: undefined, image: 'ipfs://x' })
    expect(await read({ name: 'Good', image: 12, image_url: [] })).toEqual({ name: 'Good', image: undefined })
  })

  it('is not read past 256 KiB', async () => {
    expect(await read({ name: 'Large', filler: 'x'.repeat(300_000) })).toBeNull()
  })

  it.each(['https://127.0.0.1/7', 'http://a.example/7', 'file:///etc/passwd', 'ipfs://Qm'])(
    '%s is not fetched',
    async (uri) => {
      expect(await reading(() => uri).descriptions.read(one)).toBeNull()
    },
  )

  it('is read once for everyone, whatever the case of the contract', async () => {
    const { descriptions, reads } = reading(() => responseOf({ name: 'Once' }))
    expect(descriptions.known(one)).toBeUndefined()
    const upper = { ...one, contract: `0x${'aB'.repeat(20)}` }
    await Promise.all([descriptions.read(one), descriptions.read(upper)])
    await descriptions.read(one)
    expect([reads.times, descriptions.known(upper)]).toEqual([1, expect.objectContaining({ name: 'Once' })])
  })

  it('is retried after a minute if it is unavailable', async () => {
    let document = 'no'
    const { descriptions, reads, pass } = reading(() => responseOf(document))
    expect([await descriptions.read(one), descriptions.known(one)]).toEqual([null, null])
    document = '{"name":"Late"}'
    pass(59_000)
    expect([await descriptions.read(one), reads.times]).toEqual([null, 1])
    pass(2_000)
    expect(await descriptions.read(one)).toMatchObject({ name: 'Late' })
  })

  it('with an inline image keeps its name longer than the image, which is read again', async () => {
    const image = `data:image/svg+xml,${'x'.repeat(3_000)}`
    const { descriptions, reads } = reading(() => responseOf({ name: 'Drawn', image }))
    const all = Array.from({ length: 65 }, (_, index) => ({ ...one, tokenId: String(index) }))
    for (const each of all) await descriptions.read(each)
    expect(descriptions.known(all[0]!)).toMatchObject({ name: 'Drawn' })
    expect(await descriptions.read(all[0]!)).toEqual({ name: 'Drawn', image })
    expect(reads.times).toBe(66)
  })

  it('is read for a limited number at a time, and rejected rather than taken as nameless beyond that', async () => {
    const never = new Promise<string>(() => undefined)
    const descriptions = createNftDescriptions({
      rpc: (() => ({ call: () => never })) as never,
      pictures: createPictures({}),
    })
    const asking = Array.from({ length: 24 + 512 }, (_, index) => ({ ...one, tokenId: String(index) }))
    for (const each of asking) void descriptions.read(each)
    const late = { ...one, tokenId: '9999' }
    await expect(descriptions.read(late)).rejects.toBeInstanceOf(KitError)
    expect(descriptions.known(late)).toBeUndefined()
  })
})
