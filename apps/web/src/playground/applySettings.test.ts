import { orderOf } from '@billfold/core/features/wallets/connectList'
import { createAppKit } from '@billfold/react'
import { afterEach, expect, test, vi } from 'vitest'
import { applySettings } from './applySettings.ts'

// A system in light mode.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))

const appKit = createAppKit({
  projectId: 'playground',
  apiUrl: 'https://api.example.com',
  networks: [
    {
      id: 1,
      name: 'One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
})
afterEach(() => appKit.dispose())

test('a running kit applies settings, and is as before without them', () => {
  const { features: before, ...options } = appKit.kit.store.get().options
  applySettings(appKit, {
    themeMode: 'dark',
    themeVariables: { '--w3m-accent': '#ff0000', '--w3m-z-index': 5 },
    features: { swaps: false, legalCheckbox: true, connectorTypeOrder: ['featured'] },
    termsConditionsUrl: 'https://www.example.com/terms',
    enableWalletGuide: false,
    allWallets: 'HIDE',
    excludeWalletIds: ['x'],
  })
  const set = appKit.kit.store.get().options
  expect(set).toMatchObject({
    features: { ...before, swaps: false, legalCheckbox: true, connectorTypeOrder: ['featured'] },
    allWallets: 'HIDE',
    excludeWalletIds: ['x'],
    termsConditionsUrl: 'https://www.example.com/terms',
    enableWalletGuide: false,
    enableWallets: true,
  })
  expect(appKit.getThemeMode()).toBe('dark')
  expect(appKit.getThemeVariables()).toMatchObject({ '--w3m-accent': '#ff0000', '--w3m-z-index': 5 })

  applySettings(appKit, {})
  const { features, termsConditionsUrl, privacyPolicyUrl, ...rest } = appKit.kit.store.get().options
  // The playground lists the whole order for a kit that sets none: they are the same rows, in the same order.
  // It also names the layout that a kit without one has.
  expect({ features, ...rest }).toEqual({
    features: { ...before, connectorTypeOrder: orderOf(before.connectorTypeOrder) },
    ...options,
    layout: 'standard',
  })
  expect([termsConditionsUrl, privacyPolicyUrl]).toEqual(['', ''])
  expect(appKit.getThemeMode()).toBe('light')
  expect(appKit.getThemeVariables()).toMatchObject({ '--w3m-accent': '', '--w3m-z-index': 999 })
})
