import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Begins an encrypted backup; a salt follows. */
const head = Buffer.from('billfold-backup-v1\n')
const [saltLength, tagLength, chunkLength] = [32, 16, 1_048_576]

/**
 * Encrypts a stream in chunks of 1 MiB (AES-256-GCM; the nonce is the chunk's number, and a byte marks the last one). Each archive has a key
 * of its own, derived from the operator's key and a random salt. A reader gets nothing from a changed, moved or missing chunk.
 */
export async function* sealStream(key: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltLength)
  const own = keyOf(key, salt)
  yield Buffer.concat([head, salt])
  let number = 0
  let last: Buffer | undefined
  for await (const chunk of inPieces(source, chunkLength)) {
    if (last) yield sealChunk(own, number++, false, last)
    last = chunk
  }
  yield sealChunk(own, number, true, last ?? Buffer.alloc(0))
}

/** Decrypts what `sealStream` wrote; throws before it yields a byte of a chunk that is not authentic. */
export async function* openStream(key: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = inPieces(source, chunkLength + tagLength, head.length + saltLength)
  const { value: start } = await pieces.next()
  if (!start || !isSealed(start)) throw new Error('The file is not an encrypted backup')
  const own = keyOf(key, start.subarray(head.length))
  let number = 0
  let last: Buffer | undefined
  for await (const piece of pieces) {
    if (last) yield openChunk(own, number++, false, last)
    last = piece
  }
  if (!last) throw new Error('The archive ends early')
  yield openChunk(own, number, true, last)
}

/** Whether a file with these first bytes is encrypted. */
export const isSealed = (start: Uint8Array): boolean => Buffer.from(start).subarray(0, head.length).equals(head)

const keyOf = (key: Buffer, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'billfold-backup-v1', 32))

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 0)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(key: Buffer, number: number, isLast: boolean, chunk: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, number: number, isLast: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  try {
    const end = sealed.length - tagLength
    decipher.setAuthTag(sealed.subarray(end))
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()])
  } catch {
    throw new Error('The archive was changed, ends early, or belongs to another key')
  }
}

/** Cuts a stream into pieces of equal length, the last one shorter; the first may have a length of its own. */
async function* inPieces(source: AsyncIterable<Uint8Array>, length: number, first = length): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let size = 0
  let wanted = first
  for await (const chunk of source) {
    pending.push(chunk)
    size += chunk.length
    if (size < wanted) continue
    let rest = Buffer.concat(pending)
    while (rest.length >= wanted) {
      yield rest.subarray(0, wanted)
      rest = rest.subarray(wanted)
      wanted = length
    }
    pending = [rest]
    size = rest.length
  }
  if (size > 0) yield Buffer.concat(pending)
}
