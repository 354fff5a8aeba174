import { createHash } from 'node:crypto'

/** Collections whose tokens have a description and a picture here. */
const nftStandards = ['erc721', 'erc1155'] as const
type NftStandard = (typeof nftStandards)[number]

const titles = { erc721: 'Pocket', erc1155: 'Stamp' } as const satisfies Record<NftStandard, string>
const pathPattern = /^\/nft\/(erc721|erc1155)\/([0-9]{1,78}|[0-9a-f]{64})\.(json|svg)$/
const largestId = 2n ** 256n - 1n

/** The token of a path: by decimal id, or by the 64 hex digits that ERC-1155 clients put into a URI. */
export function parseNftPath(path: string): { standard: NftStandard; id: bigint; format: 'json' | 'svg' } | undefined {
  const [, standard, text, format] = pathPattern.exec(path) ?? []
  if (!standard || !text || !format) return undefined
  const id = BigInt(text.length === 64 && standard === 'erc1155' ? `0x${text}` : /^[0-9]+$/.test(text) ? text : -1)
  if (id < 0n || id > largestId) return undefined
  return { standard: standard as NftStandard, id, format: format as 'json' | 'svg' }
}

/** The ERC-721/ERC-1155 metadata document of a token. */
export function nftMetadata(standard: NftStandard, id: bigint, baseUrl: string) {
  const { hue, turns } = look(standard, id)
  return {
    name: `${titles[standard]} #${id}`,
    description: 'A token of the Billfold local network.',
    image: `${baseUrl}/nft/${standard}/${id}.svg`,
    attributes: [
      { trait_type: 'Hue', value: hue },
      { trait_type: 'Quarter turns', value: turns.reduce((sum, turn) => sum + turn, 0) },
    ],
  }
}

function look(standard: NftStandard, id: bigint) {
  const bytes = createHash('sha256').update(`${standard}/${id}`).digest()
  return { hue: Math.round((bytes[0]! / 256) * 360), turns: [...bytes.subarray(1, 17)].map((byte) => byte % 4) }
}

/** A calm two-tone picture: quarter circles on a grid of four by four, turned by the token's id. */
export function nftPicture(standard: NftStandard, id: bigint): string {
  const { hue, turns } = look(standard, id)
  const cells = turns.map((turn, index) => {
    const [x, y] = [(index % 4) * 100, Math.floor(index / 4) * 100]
    return `<path d="M0 0H100A100 100 0 0 1 0 100Z" transform="translate(${x} ${y}) rotate(${turn * 90} 50 50)"/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" aria-label="${titles[standard]} #${id}">`,
    `<rect width="400" height="400" fill="hsl(${hue} 38% 90%)"/>`,
    `<g fill="hsl(${hue} 42% 46%)">${cells.join('')}</g>`,
    '</svg>',
  ].join('')
}
