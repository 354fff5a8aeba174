import { encodeAbiParameters } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import type { QueryWallet } from '../chainQuery.ts'
import { findToken } from './sendTokens.ts'

const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const owner = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

/** A contract that responds as a token. */
const token =
  ({
    symbol = 'TKN',
    name = 'Token',
    decimals = 18n,
  }: {
    symbol?: string
    name?: string
    decimals?: bigint
  }): QueryWallet =>
  async ({ params }) => {
    const [{ data }] = params as [{ data: string }]
    const answers: Record<string, string> = {
      '0x95d89b41': text(symbol),
      '0x06fdde03': text(name),
      '0x313ce567': number(decimals),
    }
    return answers[data.slice(0, 10)] ?? number(7n)
  }
const find = (more: Parameters<typeof token>[0]) => findToken({ address, owner }, token(more))

describe('findToken', () => {
  it('calls a token without a symbol by its name and contract', async () => {
    expect(await find({ symbol: '', name: 'Nameless' })).toMatchObject({
      symbol: 'Nameless (0xdAC1…1ec7)',
      name: 'Nameless',
    })
  })

  it('calls a token without any name by its contract', async () => {
    expect(await find({ symbol: '\u200b', name: '' })).toMatchObject({ symbol: '(0xdAC1…1ec7)', name: '0xdAC1…1ec7' })
  })

  it.each([0n, 77n, 78n, 255n])('reports that a token has %s decimals', async (decimals) => {
    expect(await find({ decimals })).toMatchObject({ decimals: Number(decimals) })
  })

  it('rejects responses that violate the standard', async () => {
    await expect(find({ decimals: 256n })).rejects.toMatchObject({ code: 'not_found' })
  })
})
