import { expect, test } from 'vitest'
import { contentPolicy, siteHeaders } from './siteHeaders.ts'

const reach = { connect: ['http://localhost:4101'], pictures: ['http://localhost:4110'], frames: [] }

function directive(policy: string, name: string): string[] {
  const directives = policy.split('; ').filter((part) => part.split(' ')[0] === name)
  expect(directives).toHaveLength(1)
  return directives[0]!.split(' ').slice(1)
}

test('allows only named origins', () => {
  const policy = contentPolicy(reach)
  expect(directive(policy, 'default-src')).toEqual(["'none'"])
  expect(directive(policy, 'script-src')).toEqual(["'self'"])
  expect(directive(policy, 'style-src')).toEqual(["'self'"])
  expect(directive(policy, 'connect-src')).toEqual(["'self'", 'http://localhost:4101'])
  expect(directive(policy, 'img-src')).toEqual(["'self'", 'data:', 'http://localhost:4110'])
  expect(directive(policy, 'frame-src')).toEqual(["'none'"])
  expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
  expect(directive(policy, 'base-uri')).toEqual(["'none'"])
  expect(directive(policy, 'form-action')).toEqual(["'none'"])
  expect(directive(policy, 'require-trusted-types-for')).toEqual(["'script'"])
  expect(directive(policy, 'trusted-types')).toEqual(["'none'"])
  expect(policy).not.toMatch(/unsafe|\*/)
})

test('frames the wallet page only if there is one', () => {
  expect(directive(contentPolicy({ ...reach, frames: ['http://wallet.x'] }), 'frame-src')).toEqual(['http://wallet.x'])
})

test('the wallet page may copy its exports, and no other framed page may', () => {
  const policyFor = (frames: string[]) => siteHeaders({ ...reach, frames })['permissions-policy']
  expect(policyFor([])).toContain('clipboard-write=(self)')
  expect(policyFor(['http://wallet.x'])).toContain('clipboard-write=(self "http://wallet.x")')
})

test('lists a repeated origin once', () => {
  const policy = contentPolicy({ ...reach, connect: ['http://a', 'http://a'] })
  expect(directive(policy, 'connect-src')).toEqual(["'self'", 'http://a'])
})

test('the camera and the clipboard are for the pages that scan and paste, and for no other', () => {
  const policies = [reach, { ...reach, takesAddresses: true }].map((each) => siteHeaders(each)['permissions-policy'])
  for (const feature of ['camera', 'clipboard-read'])
    expect(policies).toEqual([
      expect.stringContaining(`${feature}=(), `),
      expect.stringContaining(`${feature}=(self), `),
    ])
})

test('the other headers are there too', () => {
  expect(siteHeaders(reach)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
})
