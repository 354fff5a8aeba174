import type { TrackedEvent } from '@billfold/protocol/api/analytics'
import { describe, expect, it } from 'vitest'
import { redact, toRow } from './toRow.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const salt = new Uint8Array(32).fill(7)

function row(change: { url?: string; props?: Partial<TrackedEvent['props']> } = {}, project = 'shop') {
  const { props, ...rest } = change
  const event: TrackedEvent = {
    eventId: '6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c111',
    url: 'https://shop.example/cart',
    domain: 'shop.example',
    timestamp: 1_700_000_000_000,
    ...rest,
    props: { type: 'track', event: 'MODAL_OPEN', ...props },
  }
  return toRow(event, project, salt)
}

describe('the stored fields of an event', () => {
  it('recognizes an account within a project and a day, without storing it', () => {
    const one = row({ props: { address } })
    expect(one.visitor).toHaveLength(16)
    expect(row({ props: { address: address.toLowerCase() } }).visitor).toEqual(one.visitor)
    expect(row({ props: { address } }, 'other').visitor).not.toEqual(one.visitor)
    expect(
      toRow({ ...rowEvent, props: { ...rowEvent.props, address } }, 'shop', new Uint8Array(32)).visitor,
    ).not.toEqual(one.visitor)
    expect(row({ props: { address: null } }).visitor).toBeNull()
  })

  it('reduces a page to a path without query, fragment and names', () => {
    expect(row({ url: 'https://u:p@shop.example/cart?mail=ada@example.com#x' }).page).toBe('https://shop.example/cart')
    expect(row({ url: `https://shop.example/user/${address}/nfts` }).page).toBe('https://shop.example/user/…/nfts')
    expect(row({ url: 'javascript:alert(1)' }).page).toBe('')
    expect(row({ url: 'no url' }).page).toBe('')
  })

  it('omits unknown and personal fields', () => {
    const { properties } = row({
      props: {
        properties: {
          connected: true,
          name: 'MetaMask',
          networks: ['eip155:1', { deep: true }],
          message: `insufficient funds for ${address}`,
          address,
          ensName: 'ada.eth',
          uri: 'wc:7f6e@2?relay-protocol=irn&symKey=587d',
          amount: '12.345678',
          swapFromAmount: '1',
          cursor: 'abc',
          projectId: 'shop',
          somethingNew: 'x',
          method: { nested: address },
        },
      },
    })
    expect(properties).toEqual({
      connected: true,
      name: 'MetaMask',
      networks: ['eip155:1'],
      message: 'insufficient funds for …',
    })
  })

  it.each([
    [address, '…'],
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp5eykt4UsFv8', '…'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '…'],
    ['mail ada@example.com now', 'mail … now'],
    ['ada.eth failed', '… failed'],
    ['User rejected the request', 'User rejected the request'],
    ['HTTP status code: 503', 'HTTP status code: 503'],
    ['@ada said', '@ada said'],
    ['ada%40example.com/x', '…/x'],
    ['x/ada.eth,bob.ETH!/y', 'x/…!/y'],
    ['.eth', '.eth'],
    ['ethereum.ethers', 'ethereum.ethers'],
  ])('%j becomes %j', (text, expected) => expect(redact(text)).toBe(expected))

  it('keeps whole characters only, and no NUL', () => {
    const { properties, page } = row({
      url: 'https://shop.example/\ud83e/a',
      props: { properties: { message: `${'x'.repeat(199)}🦊`, name: 'a\0b', search: '\udd8a!', networks: ['\ud83e'] } },
    })
    expect(properties).toEqual({
      message: `${'x'.repeat(199)}\ufffd`,
      name: 'ab',
      search: '\ufffd!',
      networks: ['\ufffd'],
    })
    expect(page).toBe('https://shop.example/%EF%BF%BD/a')
  })

  // A pattern that restarts at every letter takes quadratic time: sixteen times the text, 256 times the time.
  it.each([
    ['letters without end', 'z'],
    ['escapes, nine letters for each that was sent', '日'],
    ['at signs', 'z@'],
    ['dots', 'z.et'],
    ['half an escape', '%4'],
    ['digits', '0x1'],
  ])('takes linear time in the length of a page: %s', (_, unit) => {
    const time = (length: number) => {
      const url = `https://shop.example/${unit.repeat(Math.ceil(length / encodeURI(unit).length))}`
      const until = performance.now() + 1_000
      let least = Number.POSITIVE_INFINITY
      for (let turn = 0; turn < 5 && (turn === 0 || performance.now() < until); turn++) {
        // This thread's CPU time, not its wait: others use the machine too.
        const began = process.threadCpuUsage()
        row({ url, props: { properties: { message: url } } })
        least = Math.min(least, process.threadCpuUsage(began).user / 1_000)
      }
      return least
    }
    expect(time(32_000)).toBeLessThan(16 * 8 * Math.max(1, time(2_000)))
  })
})

const rowEvent: TrackedEvent = {
  eventId: '6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c111',
  url: '',
  domain: '',
  timestamp: 0,
  props: { type: 'track', event: 'MODAL_OPEN' },
}
