import { describe, expect, it } from 'vitest'
import type { ServerChain } from '../../chains/serverChain.ts'
import { toTransaction } from './toTransaction.ts'

const chain = {
  id: 'bip122:000000000019d6689c085ae165831e93',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
} as unknown as ServerChain
const [me, friend, other] = ['bc1qme', 'bc1qfriend', 'bc1qother']

/** Outputs as pairs of address and value; without an address it is a note. */
type Pair = readonly [address: string | undefined, value: number]
const output = ([address, value]: Pair) => ({ ...(address && { scriptpubkey_address: address }), value })
const seen = (
  spent: readonly Pair[],
  paid: readonly Pair[],
  status = { confirmed: true, block_time: 1_700_000_000 },
) => {
  const { metadata, transfers } = toTransaction(
    {
      txid: '00'.repeat(32),
      vin: spent.length === 0 ? [{ prevout: null }] : spent.map((one) => ({ prevout: output(one) })),
      vout: paid.map(output),
      status,
    },
    chain,
    me,
  )
  return {
    metadata,
    transfers,
    says: [
      metadata.operationType,
      ...transfers.map(({ direction, quantity, to }) => `${direction} ${quantity.numeric} ${to ?? ''}`.trim()),
    ],
  }
}

describe('a Bitcoin transaction', () => {
  it('to someone shows the payment, without change and fee', () => {
    const { says, metadata } = seen(
      [
        [me, 60_000],
        [me, 50_000],
      ],
      [
        [friend, 70_000],
        [me, 39_000],
      ],
    )
    expect(says).toEqual(['send', `out 0.0007 ${friend}`])
    expect(metadata).toMatchObject({ sentFrom: me, sentTo: friend, status: 'confirmed' })
  })

  it('to several shows each, and many as one sum', () => {
    const two = [
      [friend, 1_000],
      [other, 2_000],
    ] as const
    expect(seen([[me, 5_000]], two).says).toEqual(['send', `out 0.00001 ${friend}`, `out 0.00002 ${other}`])
    const many = Array.from({ length: 200 }, () => [friend, 1_000] as const)
    expect(seen([[me, 300_000]], many).says).toEqual(['send', 'out 0.002'])
  })

  it('that only writes a note, or merges coins, stays with the account', () => {
    expect(
      seen(
        [[me, 5_000]],
        [
          [undefined, 0],
          [me, 4_500],
        ],
      ).says,
    ).toEqual(['self', `self 0.000045 ${me}`])
    expect(
      seen(
        [
          [me, 5_000],
          [me, 6_000],
        ],
        [[me, 10_500]],
      ).says,
    ).toEqual(['self', `self 0.000105 ${me}`])
  })

  it("with other senders' inputs shows what the account gave, and no one else’s payments", () => {
    const joined = seen(
      [
        [me, 100_000],
        [other, 900_000],
      ],
      [
        [me, 40_000],
        [friend, 500_000],
        [other, 459_000],
      ],
    )
    expect(joined.says).toEqual(['send', `out 0.0006 ${friend}`])
  })

  it('with a net gain is a receipt, even if the account signed it', () => {
    const payjoin = seen(
      [
        [friend, 100_000],
        [me, 10_000],
      ],
      [
        [me, 60_000],
        [friend, 49_000],
      ],
    )
    expect(payjoin.says).toEqual(['receive', `in 0.0005 ${me}`])
    expect(payjoin.transfers[0]?.from).toBe(friend)
  })

  it('that brings dust is flagged, but not one that mines it', () => {
    expect(
      seen(
        [[friend, 5_000]],
        [
          [me, 600],
          [friend, 4_000],
        ],
      ).transfers[0],
    ).toMatchObject({ suspicion: 'zero_value' })
    expect(seen([], [[me, 312_500_000]]).says).toEqual(['receive', `in 3.125 ${me}`])
  })

  it('that is pending is the newest', () => {
    const { metadata } = seen([[friend, 5_000]], [[me, 4_000]], { confirmed: false } as never)
    expect(metadata.status).toBe('pending')
    expect(Math.abs(Date.now() - Date.parse(metadata.minedAt))).toBeLessThan(5_000)
  })
})
