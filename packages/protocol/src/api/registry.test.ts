import { expect, test } from 'vitest'
import { parse } from '../contract.ts'
import { registryApi, wallet } from './registry.ts'

test.each(['metamask:', 'trust://', 'https://link.example/x', 'rainbow', null])(
  '%s may be an app’s link',
  (mobile_link) => {
    expect(parse(wallet, { id: 'w', name: 'W', mobile_link })).toMatchObject({ mobile_link })
  },
)

test.each(['javascript:alert(1)', 'JavaScript:x', 'data:text/html,x', ' javascript:x', 'java\tscript:x', 'file:///x'])(
  '%j may not',
  (mobile_link) => {
    expect(() => parse(wallet, { id: 'w', name: 'W', mobile_link })).toThrow()
    expect(() => parse(wallet, { id: 'w', name: 'W', homepage: mobile_link })).toThrow()
  },
)

test('accepts a query’s numbers as text, and rejects what no registry would answer', () => {
  expect(parse(registryApi.getWallets.input, { projectId: 'p', page: '2', entries: '40' })).toMatchObject({
    page: 2,
    entries: 40,
  })
  for (const odd of [{ page: '0' }, { entries: '1000' }, { page: 'x' }, { badge_type: 'gold' }, { include: 'a b' }])
    expect(() => parse(registryApi.getWallets.input, { projectId: 'p', ...odd })).toThrow()
  for (const odd of [
    { data: [{}], count: 1 },
    { data: [], count: -1 },
    { data: null, count: 0 },
  ])
    expect(() => parse(registryApi.getWallets.output, odd)).toThrow()
})

test('chains are CAIP-2 ids or nothing', () => {
  const read = (chains: string) => parse(registryApi.getWallets.input, { projectId: 'p', chains })
  for (const chains of ['', 'eip155:1', 'eip155:1,solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
    expect(read(chains)).toMatchObject({ chains })
  for (const odd of ['1', 'eip155', 'eip155:1,', ',', 'eip155:1;x', 'EIP155:1', `${'eip155:1,'.repeat(3_000)}eip155:1`])
    expect(() => read(odd), odd).toThrow()
})

test('keeps the fields of a wallet that clients read', () => {
  const listed = {
    id: 'c57c',
    name: 'MetaMask',
    image_id: 'eebe',
    rdns: 'io.metamask',
    chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    mobile_link: 'metamask://',
    desktop_link: 'metamask-desktop://',
    webapp_link: 'https://app.example',
  }
  expect(parse(registryApi.getWallets.output, { data: [listed], count: 1 })).toEqual({ data: [listed], count: 1 })
})
