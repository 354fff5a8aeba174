const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes in Bitcoin's base58, as Solana writes addresses. */
export function encodeBase58(bytes: Uint8Array): string {
  let number = 0n
  for (const byte of bytes) number = number * 256n + BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text
  return alphabet[0]!.repeat(leading(bytes, 0)) + text
}

/** The bytes of a base58 text; undefined when it is not one. */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  let number = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return undefined
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n))
  return new Uint8Array([...Array<number>(leading([...text], alphabet[0])).fill(0), ...bytes])
}

function leading<T>(items: Iterable<T>, value: T): number {
  let count = 0
  for (const item of items) {
    if (item !== value) break
    count++
  }
  return count
}
