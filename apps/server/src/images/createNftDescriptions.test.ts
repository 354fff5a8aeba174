import { KitError } from '@billfold/protocol/error'
import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { createNftDescriptions } from './createNftDescriptions.ts'
import { createPictures } from './createPictures.ts'

const one = { chainId: 'eip155:1', contract: `0x${'Ab'.repeat(20)}`, tokenId: '7' } as const
const told = (document: unknown) =>
  `data:application/json;base64,${Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)).toString('base64')}`

/** Descriptions of NFTs whose contract tells this URI; `asked` counts the questions to the chain. */
function reading(uriOf: () => string) {
  const asked = { times: 0 }
  let time = 0
  const call = async () => {
    asked.times += 1
    return encodeAbiParameters([{ type: 'string' }], [uriOf()])
  }
  const descriptions = createNftDescriptions({
    rpc: (() => ({ call })) as never,
    pictures: createPictures({}),
    now: () => time,
  })
  return { descriptions, asked, pass: (ms: number) => void (time += ms) }
}
const read = (document: unknown) => reading(() => told(document)).descriptions.read(one)

describe('an NFT’s metadata', () => {
  it('tells its name and where its picture is', async () => {
    expect(await read({ name: 'Pocket #7', image: 'ipfs://x', more: { deep: [] } })).toEqual({
      name: 'Pocket #7',
      image: 'ipfs://x',
    })
    expect(await read({ name: 'Drawn', image_data: '<svg/>' })).toMatchObject({ image: 'data:image/svg+xml,<svg/>' })
  })

  it('has a name that is one line, turns and hides nothing, and is cut', async () => {
    expect(await read({ name: ' Pock\u202Eet\u200B \n #7\u0000 ' })).toMatchObject({ name: 'Pocket #7' })
    expect((await read({ name: `${'a'.repeat(5_000)}` }))?.name).toHaveLength(60)
    expect((await read({ name: '\u202E\u200B' }))?.name).toBeUndefined()
  })

  it.each([[[]], ['text'], [null], [7], ['{"name":'], ['']])('rejects %j', async (document) => {
    expect(await read(typeof document === 'string' ? document : JSON.stringify(document))).toBeNull()
  })

  it('of a wrong kind in one place still tells the rest', async () => {
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

  it('is read once for everyone, whatever case the contract is written in', async () => {
    const { descriptions, asked } = reading(() => told({ name: 'Once' }))
    expect(descriptions.known(one)).toBeUndefined()
    const upper = { ...one, contract: `0x${'aB'.repeat(20)}` }
    await Promise.all([descriptions.read(one), descriptions.read(upper)])
    await descriptions.read(one)
    expect([asked.times, descriptions.known(upper)]).toEqual([1, expect.objectContaining({ name: 'Once' })])
  })

  it('is retried after a minute if it is unavailable', async () => {
    let document = 'no'
    const { descriptions, asked, pass } = reading(() => told(document))
    expect([await descriptions.read(one), descriptions.known(one)]).toEqual([null, null])
    document = '{"name":"Late"}'
    pass(59_000)
    expect([await descriptions.read(one), asked.times]).toEqual([null, 1])
    pass(2_000)
    expect(await descriptions.read(one)).toMatchObject({ name: 'Late' })
  })

  it('with its picture in it keeps its name longer than the picture, which is read again', async () => {
    const image = `data:image/svg+xml,${'x'.repeat(3_000)}`
    const { descriptions, asked } = reading(() => told({ name: 'Drawn', image }))
    const all = Array.from({ length: 65 }, (_, index) => ({ ...one, tokenId: String(index) }))
    for (const each of all) await descriptions.read(each)
    expect(descriptions.known(all[0]!)).toMatchObject({ name: 'Drawn' })
    expect(await descriptions.read(all[0]!)).toEqual({ name: 'Drawn', image })
    expect(asked.times).toBe(66)
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
