import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readTarEntry } from '../setup/readTarEntry.mjs'
import { type TarEntry, writeTar } from './writeTar.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const long = `${'a'.repeat(60)}/${'b'.repeat(60)}/c.txt`
const entries: TarEntry[] = [
  { path: 'app/main.js', body: bytes('run()') },
  { path: 'app/' },
  { path: long, mode: 0o600, owner: 10_001, body: bytes('x'.repeat(1000)) },
  { path: 'link', link: 'app/main.js' },
]

test('writes the same bytes for the same entries in any order', () => {
  expect(writeTar(entries.toReversed(), 1).equals(writeTar(entries, 1))).toBe(true)
  expect(writeTar(entries, 2).equals(writeTar(entries, 1))).toBe(false)
})

test('writes what tar reads', () => {
  const archive = writeTar(entries, 1_000_000_000)
  expect(readTarEntry(archive, long)?.toString()).toBe('x'.repeat(1000))
  const list = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--utc', '--file=-'], { input: archive })
  const lines = list.toString().trim().split('\n')
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    `-rw------- 10001/10001 1000 2001-09-09 01:46 ${long}`,
    'drwxr-xr-x 0/0 0 2001-09-09 01:46 app/',
    '-rw-r--r-- 0/0 5 2001-09-09 01:46 app/main.js',
    'lrwxrwxrwx 0/0 0 2001-09-09 01:46 link -> app/main.js',
  ])
})

test('rejects two entries of one path, and a path that is too long', () => {
  expect(() => writeTar([entries[0]!, entries[0]!], 1)).toThrow('two entries app/main.js')
  expect(() => writeTar([{ path: 'a'.repeat(101) }], 1)).toThrow('does not fit')
})
