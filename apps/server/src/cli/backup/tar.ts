/** One file of an archive. */
export type TarFile = { name: string; size: number; body: AsyncIterable<Uint8Array> }

const blockSize = 512
const sizeAt = 124

/** Writes files as a tar archive (ustar; sizes from 8 GiB on as GNU tar and bsdtar write them), readable by its owner alone. */
export async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, body } of files) {
    yield headerOf(name, size)
    let written = 0
    for await (const chunk of body) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${name} changed while it was read`)
    yield Buffer.alloc(padding(size))
  }
  yield Buffer.alloc(2 * blockSize)
}

/** Reads a tar archive of ours, file by file; each body must be read before the next file. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const take = createReader(source)
  for (;;) {
    const header = await gather(take(blockSize))
    if (header.every((byte) => byte === 0)) return
    const { name, size } = readHeader(header)
    let left = size
    const body = (async function* () {
      for await (const chunk of take(size)) {
        left -= chunk.length
        yield chunk
      }
    })()
    yield { name, size, body }
    if (left > 0) throw new Error('A file of the archive was not read')
    await gather(take(padding(size)))
  }
}

const padding = (size: number): number => (blockSize - (size % blockSize)) % blockSize

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`${name} is too long a name`)
  const header = Buffer.alloc(blockSize)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (size < 0o100000000000) header.write(`${size.toString(8).padStart(11, '0')}\0`, sizeAt)
  else {
    header[sizeAt] = 0x80
    header.writeBigUInt64BE(BigInt(size), sizeAt + 4)
  }
  header.write(
    `${Math.floor(Date.now() / 1_000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The sum of the header's bytes, with spaces in place of the sum itself. */
const checksumOf = (header: Uint8Array): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

function readHeader(header: Buffer): { name: string; size: number } {
  const textAt = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '')
  if (Number.parseInt(textAt(148, 156), 8) !== checksumOf(header)) throw new Error('The archive is damaged')
  const isBinary = (header[sizeAt]! & 0x80) !== 0
  const size = isBinary ? Number(header.readBigUInt64BE(sizeAt + 4)) : Number.parseInt(textAt(sizeAt, 136), 8)
  return { name: textAt(0, 100), size }
}

/** Takes a given number of bytes from a stream, in pieces. */
function createReader(source: AsyncIterable<Uint8Array>): (size: number) => AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return async function* (size) {
    let left = size
    while (left > 0) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('The archive ends early')
        rest = value
        continue
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
