import { expect, test } from 'vitest'
import { parse } from '../contract.ts'
import { trackedEvent } from './analytics.ts'

const event = {
  eventId: '6f1f3d6a-58a2-4f4c-9d1b-0c9b8ad1c111',
  url: 'https://site.example/',
  domain: 'site.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN' },
}
const withProperties = (properties: unknown) => ({ ...event, props: { ...event.props, properties } })

test('properties and address may be absent, null or there', () => {
  expect(parse(trackedEvent, event)).toEqual(event)
  for (const properties of [null, {}, { connected: true, networks: [1] }])
    expect(parse(trackedEvent, withProperties(properties)).props.properties).toEqual(properties)
  expect(parse(trackedEvent, { ...event, props: { ...event.props, address: null } }).props.address).toBeNull()
})

test('properties are measured in bytes of what would be sent', () => {
  const sized = (letter: string, count: number) => withProperties({ a: letter.repeat(count) })
  expect(() => parse(trackedEvent, sized('x', 4_096 - 8))).not.toThrow()
  expect(() => parse(trackedEvent, sized('x', 4_096 - 7))).toThrow()
  expect(() => parse(trackedEvent, sized('é', 2_100))).toThrow()
})

test('properties that cannot be written down are refused, not thrown over', () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  expect(() => parse(trackedEvent, withProperties(circle))).toThrow('Invalid input')
  expect(() => parse(trackedEvent, withProperties({ big: 1n }))).toThrow('Invalid input')
})
