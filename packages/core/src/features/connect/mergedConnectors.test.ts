import { namespaces } from '@billfold/protocol/caip'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectorInfo } from '../../model/connector.ts'
import { mergeConnectors } from './mergedConnectors.ts'

const info = (id: string, name: string, namespace: ConnectorInfo['namespace'], rest: Partial<ConnectorInfo> = {}) =>
  ({ id, name, namespace, type: 'ANNOUNCED', ...rest }) satisfies ConnectorInfo

const anyInfo: fc.Arbitrary<ConnectorInfo> = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c'),
    name: fc.constantFrom('Trust', 'Trust Wallet', 'Phantom', 'Other'),
    namespace: fc.constantFrom(...namespaces),
    type: fc.constantFrom('ANNOUNCED' as const, 'INJECTED' as const),
    explorerId: fc.constantFrom('p', 't'),
  },
  { requiredKeys: ['id', 'name', 'namespace', 'type'] },
)

test('loses and doubles nothing, and merges one connector per family', () => {
  fc.assert(
    fc.property(fc.array(anyInfo, { maxLength: 12 }), (infos) => {
      const merged = mergeConnectors(infos)
      expect(merged.flatMap((m) => m.connectors).toSorted(byText)).toEqual(infos.toSorted(byText))
      for (const { connectors, type } of merged) {
        expect(new Set(connectors.map((c) => c.namespace)).size).toBe(connectors.length)
        expect(type === 'MULTI_CHAIN').toBe(connectors.length > 1)
      }
    }),
  )
})
const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b))

test('merges by registry id whatever the names, and not by name alone', () => {
  const explorerId = 'a797'
  const merged = mergeConnectors([
    info('org.other', 'Phantom', 'eip155', { rdns: 'org.other' }),
    info('app.phantom', 'Phantom Beta', 'eip155', { rdns: 'app.phantom', explorerId }),
    info('Phantom', 'Phantom', 'solana', { explorerId }),
  ])
  expect(merged.map(({ id, type, connectors }) => [id, type, connectors.map((c) => c.id)])).toEqual([
    ['org.other', 'ANNOUNCED', ['org.other']],
    ['app.phantom', 'MULTI_CHAIN', ['app.phantom', 'Phantom']],
  ])
})

test('calls Trust Wallet “Trust”, and completes a wallet’s data from its other families', () => {
  const [trust, ...others] = mergeConnectors([
    info('Trust', 'Trust', 'solana'),
    info('com.trust', 'Trust Wallet', 'eip155', { rdns: 'com.trust', icon: 'https://x.example/i.png' }),
  ])
  expect(others).toEqual([])
  expect(trust).toMatchObject({
    name: 'Trust',
    type: 'MULTI_CHAIN',
    id: 'Trust',
    rdns: 'com.trust',
    icon: 'https://x.example/i.png',
  })
})
