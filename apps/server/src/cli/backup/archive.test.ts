import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openStream, sealStream } from './sealStream.ts'
import { readTar, type TarFile, writeTar } from './tar.ts'

async function* pieces(bytes: Uint8Array, length = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of source) all.push(chunk)
  return Buffer.concat(all)
}
async function* filesOf(texts: Record<string, Buffer>): AsyncGenerator<TarFile> {
  for (const [name, body] of Object.entries(texts)) yield { name, size: body.length, body: pieces(body) }
}

const texts = { 'manifest.json': Buffer.from('{}'), empty: Buffer.alloc(0), 'database.dump': randomBytes(1_300) }

describe('a tar archive', () => {
  it('returns its files, however its bytes arrive', async () => {
    const archive = await collect(writeTar(filesOf(texts)))
    for (const length of [1, 511, 512, 10_000]) {
      const files: [string, Buffer][] = []
      for await (const { name, body } of readTar(pieces(archive, length))) files.push([name, await collect(body)])
      expect(Object.fromEntries(files)).toEqual(texts)
    }
  })

  it('is one that tar can read', async () => {
    const archive = await collect(writeTar(filesOf(texts)))
    expect(execFileSync('tar', ['-t'], { input: archive, encoding: 'utf8' })).toBe(
      'manifest.json\nempty\ndatabase.dump\n',
    )
  })

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, 1_700), 'The archive ends early'],
    [
      'with a changed header',
      (bytes: Buffer) => Buffer.concat([Buffer.from('x'), bytes.subarray(1)]),
      'The archive is damaged',
    ],
  ])('%s is rejected', async (_, damage, sentence) => {
    const archive = damage(await collect(writeTar(filesOf(texts))))
    const read = async () => {
      for await (const { body } of readTar(pieces(archive))) await collect(body)
    }
    await expect(read()).rejects.toThrow(sentence)
  })
})

describe('an encrypted stream', () => {
  const key = randomBytes(32)
  const whole = 1_048_576

  it.each([0, 1, whole - 1, whole, whole + 1, 2 * whole])('of %i bytes opens again', async (length) => {
    const bytes = randomBytes(length)
    const sealed = await collect(sealStream(key, pieces(bytes, 700_001)))
    expect((await collect(openStream(key, pieces(sealed, 99_991)))).equals(bytes)).toBe(true)
  })

  it('yields nothing of a chunk that was changed, cut off, swapped or sealed with another key', async () => {
    const sealed = await collect(sealStream(key, pieces(randomBytes(2 * whole + 10))))
    const start = sealed.length - 2 * (whole + 16) - 26
    const [first, second] = [
      sealed.subarray(start, start + whole + 16),
      sealed.subarray(start + whole + 16, start + 2 * whole + 32),
    ]
    const changed = Buffer.from(sealed)
    changed[start + 5]! ^= 1
    const open = (bytes: Buffer, by = key) => openStream(by, pieces(bytes)).next()
    await expect(open(changed)).rejects.toThrow('The archive was changed')
    await expect(open(sealed, randomBytes(32))).rejects.toThrow('belongs to another key')
    await expect(open(Buffer.concat([sealed.subarray(0, start), second, first]))).rejects.toThrow(
      'The archive was changed',
    )
    await expect(collect(openStream(key, pieces(sealed.subarray(0, start + whole + 16))))).rejects.toThrow('ends early')
    await expect(open(sealed.subarray(0, start))).rejects.toThrow('ends early')
    await expect(open(randomBytes(200))).rejects.toThrow('not an encrypted backup')
  })
})
