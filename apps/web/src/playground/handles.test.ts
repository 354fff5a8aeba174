import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** The elements that integrators' browser tests look for on AppKit's own sample page. */
const handles = [
  'w3m-address',
  'w3m-caip-address',
  'w3m-chain-id',
  'w3m-account-type',
  'w3m-email',
  'w3m-signature',
  'w3m-authentication-status',
  'sign-message-button',
  'sign-typed-data-button',
  'send-transaction-button',
  'send-calls-button',
  'send-calls-id',
  'get-calls-status-button',
  'w3m-open-hook-button',
  'disconnect-hook-button',
  'switch-network-hook-button',
  `\${namespace}-test-interactions`,
]

test('the playground has the handles of AppKit’s sample page', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.tsx'))
  const sources = await Promise.all(files.map((file) => readFile(`${import.meta.dirname}/${file}`, 'utf8')))
  const all = sources.join('')
  const isThere = (handle: string) => ['"', "'", '`'].some((quote) => all.includes(`${quote}${handle}${quote}`))
  expect(handles.filter((handle) => !isThere(handle))).toEqual([])
})
