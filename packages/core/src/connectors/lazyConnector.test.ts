import { expect, test } from 'vitest'
import { puppetConnector } from '../../test/puppetConnector.ts'
import type { ConnectorEvent } from '../model/connector.ts'
import { infoOf } from '../model/connector.ts'
import { fakeLog } from '../ports/fakeLog.ts'
import { lazyConnector } from './lazyConnector.ts'

test('retries code that failed to load, and notifies no one who unsubscribed before', async () => {
  const puppet = puppetConnector()
  const log = fakeLog()
  let tries = 0
  const load = async () => {
    tries += 1
    if (tries === 1) throw new Error('offline')
    return puppet.connector
  }
  const lazy = lazyConnector(infoOf(puppet.connector), { load, canSwitch: true, log })
  await expect(lazy.accounts()).rejects.toThrow('offline')
  const events: ConnectorEvent[] = []
  const left: ConnectorEvent[] = []
  const stop = lazy.on((event) => events.push(event))
  lazy.on((event) => left.push(event))()
  lazy.prepare?.()
  await lazy.accounts().catch(() => undefined)
  expect(tries).toBe(2)
  puppet.tell({ type: 'disconnected' })
  stop()
  puppet.tell({ type: 'awoke' })
  expect(events).toEqual([{ type: 'disconnected' }])
  expect(left).toEqual([])
  expect(log.errors).toEqual([])
})

test('notifies earlier listeners once the code has loaded', async () => {
  const puppet = puppetConnector()
  const log = fakeLog()
  let isCut = true
  const load = async () => {
    if (isCut) throw new Error('offline')
    return puppet.connector
  }
  const lazy = lazyConnector(infoOf(puppet.connector), { load, canSwitch: true, log })
  const events: ConnectorEvent[] = []
  const left: ConnectorEvent[] = []
  const stop = lazy.on((event) => events.push(event))
  lazy.on((event) => left.push(event))()
  await expect(lazy.accounts()).rejects.toThrow('offline')
  isCut = false
  await lazy.accounts().catch(() => undefined)
  puppet.tell({ type: 'disconnected' })
  stop()
  puppet.tell({ type: 'awoke' })
  expect(events).toEqual([{ type: 'disconnected' }])
  expect(left).toEqual([])
})
