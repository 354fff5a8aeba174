import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDevnetWallet, type DevnetWallet, type DevnetWalletOptions } from './createDevnetWallet.ts'

let window: EventTarget
let wallet: DevnetWallet

function make(options: Partial<DevnetWalletOptions> = {}) {
  window = new EventTarget()
  wallet = createDevnetWallet({ chains: [{ id: 31337, rpcUrl: 'http://one.test' }], ...options })
  return wallet.install(window)
}

beforeEach(() => void make())

describe('announcing', () => {
  const listen = () => {
    const announcements: { info: { name: string; rdns: string; uuid: string; icon: string }; provider: unknown }[] = []
    window.addEventListener('eip6963:announceProvider', (event) => announcements.push((event as CustomEvent).detail))
    return announcements
  }

  test('answers each request for providers with the same frozen detail', () => {
    const announcements = listen()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(announcements).toHaveLength(2)
    expect(announcements[0]).toBe(announcements[1])
    expect(Object.isFrozen(announcements[0]) && Object.isFrozen(announcements[0]?.info)).toBe(true)
    expect(announcements[0]).toMatchObject({
      info: { name: 'Devnet Wallet', rdns: 'dev.billfold.devnet' },
      provider: wallet.provider,
    })
    expect(announcements[0]?.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(announcements[0]?.info.icon).toMatch(/^data:image\/svg\+xml;base64,/)
  })

  test('falls silent once uninstalled', () => {
    const uninstall = make()
    const announcements = listen()
    uninstall()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(announcements).toEqual([])
  })

  test('announces a sleeping extension late', () => {
    vi.useFakeTimers()
    make({ announceDelayMs: 500 })
    const announcements = listen()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    vi.advanceTimersByTime(499)
    expect(announcements).toEqual([])
    vi.advanceTimersByTime(1)
    expect(announcements).toHaveLength(1)
  })
  afterEach(() => void vi.useRealTimers())

  test('sets `window.ethereum` on demand, and restores it', () => {
    const uninstall = make({ legacyInjected: true })
    expect(window).toHaveProperty('ethereum', wallet.provider)
    uninstall()
    expect(window).not.toHaveProperty('ethereum')
  })
})
