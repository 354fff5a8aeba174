import { describe, expect, it } from 'vitest'
import { avatarOf } from './avatarOf.ts'
import { coinTypeOf } from './coinTypeOf.ts'

describe('an avatar', () => {
  it.each([
    ['https://a.example/x.png', 'https://a.example/x.png'],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['http://a.example/x.png', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,<script>', undefined],
    ['https://user:pass@a.example/', undefined],
    ['eip155:1/erc721:0xabc/1', undefined],
    [`eip155:1/erc721:0x${'a'.repeat(40)}/7`, `eip155:1/erc721:0x${'a'.repeat(40)}/7`],
    [`eip155:8453/ERC1155:0x${'a'.repeat(40)}/7`, `eip155:8453/ERC1155:0x${'a'.repeat(40)}/7`],
    [`eip155:1/erc20:0x${'a'.repeat(40)}/7`, undefined],
    [`eip155:1/erc721:0x${'a'.repeat(40)}/${2n ** 256n}`, undefined],
    [`solana:1/erc721:0x${'a'.repeat(40)}/7`, undefined],
    // Read by the operator's gateway, and by no browser.
    ['ipfs://Qm', 'ipfs://Qm'],
    ['ftp://a.example/x.png', undefined],
    [`data:image/png;base64,${'A'.repeat(70_000)}`, undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (text, expected) => expect(avatarOf(text)).toBe(expected))
})

describe('a coin', () => {
  it.each([
    ['eip155:1', 60n],
    ['eip155:10', 0x8000000an],
    ['eip155:31337', 0x80007a69n],
    ['eip155:2147483648', undefined],
    ['eip155:0', undefined],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', undefined],
  ])('%s is %s', (chainId, coin) => expect(coinTypeOf(chainId)).toBe(coin))
})
