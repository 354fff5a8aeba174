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
    const heard: { info: { name: string; rdns: string; uuid: string; icon: string }; provider: unknown }[] = []
    window.addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent).detail))
    return heard
  }

  test('answers each request for providers with the same frozen detail', () => {
    const heard = listen()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toHaveLength(2)
    expect(heard[0]).toBe(heard[1])
    expect(Object.isFrozen(heard[0]) && Object.isFrozen(heard[0]?.info)).toBe(true)
    expect(heard[0]).toMatchObject({
      info: { name: 'Devnet Wallet', rdns: 'dev.billfold.devnet' },
      provider: wallet.provider,
    })
    expect(heard[0]?.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(heard[0]?.info.icon).toMatch(/^data:image\/svg\+xml;base64,/)
  })

  test('falls silent once uninstalled', () => {
    const uninstall = make()
    const heard = listen()
    uninstall()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(heard).toEqual([])
  })

  test('a sleeping extension appears late', () => {
    vi.useFakeTimers()
    make({ announceDelayMs: 500 })
    const heard = listen()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    vi.advanceTimersByTime(499)
    expect(heard).toEqual([])
    vi.advanceTimersByTime(1)
    expect(heard).toHaveLength(1)
  })
  afterEach(() => void vi.useRealTimers())

  test('the legacy place is filled on demand, and given back', () => {
    const uninstall = make({ legacyInjected: true })
    expect(window).toHaveProperty('ethereum', wallet.provider)
    uninstall()
    expect(window).not.toHaveProperty('ethereum')
  })
})
