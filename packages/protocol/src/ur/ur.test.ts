import { describe, expect, it } from 'vitest'
import { bytesOfHex, hexOf } from '../bytes.ts'
import { encodeCbor } from './cbor.ts'
import { crc32 } from './crc32.ts'
import { createRandom, fragmentsOf } from './fragments.ts'
import { createUrDecoder } from './urDecoder.ts'
import { createUrEncoder } from './urEncoder.ts'

// Vectors of BCR-2020-005 and its reference implementations.
const message = (length: number) => {
  const random = createRandom(new TextEncoder().encode('Wolf'))
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}
const bytesUr = (length: number) => encodeCbor(message(length))
const twenty = `
1-9/lpadascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtdkgslpgh
2-9/lpaoascfadaxcywenbpljkhdcagwdpfnsboxgwlbaawzuefywkdplrsrjynbvygabwjldapfcsgmghhkhstlrdcxaefz
3-9/lpaxascfadaxcywenbpljkhdcahelbknlkuejnbadmssfhfrdpsbiegecpasvssovlgeykssjykklronvsjksopdzmol
4-9/lpaaascfadaxcywenbpljkhdcasotkhemthydawydtaxneurlkosgwcekonertkbrlwmplssjtammdplolsbrdzcrtas
5-9/lpahascfadaxcywenbpljkhdcatbbdfmssrkzmcwnezelennjpfzbgmuktrhtejscktelgfpdlrkfyfwdajldejokbwf
6-9/lpamascfadaxcywenbpljkhdcackjlhkhybssklbwefectpfnbbectrljectpavyrolkzczcpkmwidmwoxkilghdsowp
7-9/lpatascfadaxcywenbpljkhdcavszmwnjkwtclrtvaynhpahrtoxmwvwatmedibkaegdosftvandiodagdhthtrlnnhy
8-9/lpayascfadaxcywenbpljkhdcadmsponkkbbhgsoltjntegepmttmoonftnbuoiyrehfrtsabzsttorodklubbuyaetk
9-9/lpasascfadaxcywenbpljkhdcajskecpmdckihdyhphfotjojtfmlnwmadspaxrkytbztpbauotbgtgtaeaevtgavtny
10-9/lpbkascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtwdkiplzs
11-9/lpbdascfadaxcywenbpljkhdcahelbknlkuejnbadmssfhfrdpsbiegecpasvssovlgeykssjykklronvsjkvetiiapk
12-9/lpbnascfadaxcywenbpljkhdcarllaluzmdmgstospeyiefmwejlwtpedamktksrvlcygmzemovovllarodtmtbnptrs
13-9/lpbtascfadaxcywenbpljkhdcamtkgtpknghchchyketwsvwgwfdhpgmgtylctotzopdrpayoschcmhplffziachrfgd
14-9/lpbaascfadaxcywenbpljkhdcapazewnvonnvdnsbyleynwtnsjkjndeoldydkbkdslgjkbbkortbelomueekgvstegt
15-9/lpbsascfadaxcywenbpljkhdcaynmhpddpzmversbdqdfyrehnqzlugmjzmnmtwmrouohtstgsbsahpawkditkckynwt
16-9/lpbeascfadaxcywenbpljkhdcawygekobamwtlihsnpalnsghenskkiynthdzotsimtojetprsttmukirlrsbtamjtpd
17-9/lpbyascfadaxcywenbpljkhdcamklgftaxykpewyrtqzhydntpnytyisincxmhtbceaykolduortotiaiaiafhiaoyce
18-9/lpbgascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtntwkbkwy
19-9/lpbwascfadaxcywenbpljkhdcadekicpaajootjzpsdrbalpeywllbdsnbinaerkurspbncxgslgftvtsrjtksplcpeo
20-9/lpbbascfadaxcywenbpljkhdcayapmrleeleaxpasfrtrdkncffwjyjzgyetdmlewtkpktgllepfrltataztksmhkbot`
  .trim()
  .split('\n')
  .map((line) => `ur:bytes/${line}`)

describe('UR vectors', () => {
  it('computes the published checksums', () => {
    expect(crc32(new TextEncoder().encode('Hello, world!'))).toBe(0xebe6c6e6)
    expect(crc32(new TextEncoder().encode('Wolf'))).toBe(0x598c84dc)
  })

  it('generates the published message', () => {
    expect(hexOf(message(50))).toBe(
      '916ec65cf77cadf55cd7f9cda1a1030026ddd42e905b77adc36e4f2d3ccba44f7f04f2de44f42d84c374a0e149136f25b018',
    )
  })

  it('encodes a message that fits into one code', () => {
    const text =
      'ur:bytes/hdeymejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtgwdpfnsboxgwlbaawzuefywkdplrsrjynbvygabwjldapfcsdwkbrkch'
    expect(createUrEncoder('bytes', bytesUr(50), 100).part(1)).toBe(text.toUpperCase())
    expect(createUrDecoder().read(text)).toEqual({ kind: 'done', ur: { type: 'bytes', message: bytesUr(50) } })
  })

  it('encodes the twenty published parts', () => {
    const { count, part } = createUrEncoder('bytes', bytesUr(256), 30)
    expect(count).toBe(9)
    expect(twenty.map((_, at) => part(at + 1).toLowerCase())).toEqual(twenty)
  })

  it('chooses the fragments of the first mixed parts as published', () => {
    const checksum = crc32(bytesUr(256))
    expect([10, 11].map((number) => fragmentsOf(number, 9, checksum))).toEqual([[0], [2]])
    expect(fragmentsOf(9, 9, checksum)).toEqual([8])
  })
})

describe('createUrDecoder', () => {
  const readAll = (texts: readonly string[]) => {
    const decoder = createUrDecoder()
    return texts.map((text) => decoder.read(text))
  }

  it('completes from mixed parts alone', () => {
    const { part } = createUrEncoder('bytes', bytesUr(256), 30)
    const decoder = createUrDecoder()
    let number = 9
    let result = decoder.read(part(number))
    while (result.kind === 'more' && number < 60) result = decoder.read(part(++number))
    expect(result).toEqual({ kind: 'done', ur: { type: 'bytes', message: bytesUr(256) } })
  })

  it('reports progress, ignores repeated parts, and accepts any order', () => {
    const results = readAll([twenty[3]!, twenty[3]!, twenty[0]!, ...twenty.slice(4, 9), twenty[2]!, twenty[1]!])
    expect(results.slice(0, 3)).toEqual([
      { kind: 'more', received: 1, count: 9 },
      { kind: 'more', received: 1, count: 9 },
      { kind: 'more', received: 2, count: 9 },
    ])
    expect(results.at(-1)?.kind).toBe('done')
  })

  it('ignores damaged codes and codes that are no UR', () => {
    const damaged = twenty[1]!.replace('lpao', 'lpax')
    const texts = [damaged, 'https://example.com', '', 'UR:bytes/zz', `ur:bytes/${'ae'.repeat(3000)}`, 'ur:bytes/3-9/']
    expect(readAll(texts).map(({ kind }) => kind)).toEqual(texts.map(() => 'unreadable'))
  })

  it('rejects a part whose numbers differ from its text', () => {
    expect(
      readAll([twenty[1]!.replace('2-9', '3-9'), twenty[1]!.replace('2-9', '2-8')]).map(({ kind }) => kind),
    ).toEqual(['unreadable', 'unreadable'])
  })

  it('rejects parts that announce too much', () => {
    const part = (fields: readonly number[], bytes: number) => {
      const [number, count] = fields
      const body = encodeCbor([...fields, new Uint8Array(bytes)])
      const words = createUrEncoder('bytes', body, 10_000).part(1).slice('ur:bytes/'.length)
      return `ur:bytes/${number}-${count}/${words}`
    }
    const texts = [
      part([1, 5000, 5000, 1], 1),
      part([1, 1000, 200_000, 1], 200),
      part([1, 9, 256, 1], 100),
      part([1, 9, 256, 1], 10),
      part([0, 9, 256, 1], 29),
      part([1, 9, 256, -1], 29),
    ]
    expect(readAll(texts).map(({ kind }) => kind)).toEqual(texts.map(() => 'unreadable'))
    expect(readAll([part([1, 9, 256, 1], 29)])[0]?.kind).toBe('more')
  })

  it('keeps its message while a few foreign codes pass, and follows a device that moved on', () => {
    const other = createUrEncoder('bytes', encodeCbor(message(200)), 30)
    const decoder = createUrDecoder()
    decoder.read(twenty[0]!)
    for (let at = 1; at < 6; at++) expect(decoder.read(other.part(at)).kind).toBe('foreign')
    expect(decoder.read(twenty[1]!)).toEqual({ kind: 'more', received: 2, count: 9 })
    let result = decoder.read(other.part(1))
    for (let at = 2; result.kind !== 'done' && at < 40; at++) result = decoder.read(other.part(at))
    expect(result).toEqual({ kind: 'done', ur: { type: 'bytes', message: encodeCbor(message(200)) } })
  })

  it('starts again when the parts do not make the announced message', () => {
    const parts = createUrEncoder('bytes', bytesUr(256), 30)
    const liar = encodeCbor([2, 9, bytesUr(256).length, crc32(bytesUr(256)), new Uint8Array(29)])
    const words = createUrEncoder('bytes', liar, 10_000).part(1).slice('ur:bytes/'.length)
    const decoder = createUrDecoder()
    decoder.read(`ur:bytes/2-9/${words}`)
    const kinds = [1, 3, 4, 5, 6, 7, 8, 9].map((number) => decoder.read(parts.part(number)).kind)
    expect(kinds.at(-1)).toBe('unreadable')
    expect(Array.from({ length: 9 }, (_, at) => decoder.read(parts.part(at + 1)).kind).at(-1)).toBe('done')
  })
})

it('keeps bytes of a short message', () => {
  const bytes = bytesOfHex('5000112233445566778899aabbccddeeff')
  expect(createUrEncoder('bytes', bytes, 100).part(1).toLowerCase()).toBe(
    'ur:bytes/gdaebycpeofygoiyktlonlpkrksfutwyzmwmfyeozs',
  )
})
