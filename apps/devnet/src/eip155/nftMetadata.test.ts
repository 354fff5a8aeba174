import { expect, test } from 'vitest'
import { nftMetadata, nftPicture, parseNftPath } from './nftMetadata.ts'

test('a path names a token', () => {
  expect(parseNftPath('/nft/erc721/7.json')).toEqual({ standard: 'erc721', id: 7n, format: 'json' })
  expect(parseNftPath('/nft/erc1155/0.svg')).toEqual({ standard: 'erc1155', id: 0n, format: 'svg' })
  expect(parseNftPath(`/nft/erc1155/${'a'.padStart(64, '0')}.json`)).toEqual({
    standard: 'erc1155',
    id: 10n,
    format: 'json',
  })
})

test.each([
  '/nft/erc20/1.json',
  '/nft/erc721/x.json',
  '/nft/erc721/-1.json',
  '/nft/erc721/1.png',
  '/nft/erc721/../1.json',
  `/nft/erc721/${'a'.repeat(64)}.json`,
  `/nft/erc721/${2n ** 256n}.json`,
])('%s names no token', (path) => {
  expect(parseNftPath(path)).toBe(undefined)
})

test('the same token always has the same picture, and others have different ones', () => {
  expect(nftPicture('erc721', 1n)).toBe(nftPicture('erc721', 1n))
  const pictures = new Set(
    Array.from({ length: 50 }, (_, id) => nftPicture('erc721', BigInt(id)).replace(/aria-label="[^"]*"/, '')),
  )
  expect(pictures.size).toBe(50)
  expect(nftPicture('erc1155', 1n)).not.toBe(nftPicture('erc721', 1n))
})

test('the description links to the picture', () => {
  expect(nftMetadata('erc721', 3n, 'http://127.0.0.1:4110')).toMatchObject({
    name: 'Pocket #3',
    image: 'http://127.0.0.1:4110/nft/erc721/3.svg',
  })
})
