const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** A segwit address of version 0 (BIP-173): the network's prefix and a hash of 20 or 32 bytes. */
export function segwitAddress(prefix: string, hash: Uint8Array): string {
  const words = [0, ...regroup(hash)]
  const data = [...words, ...checksum(prefix, words)]
  return `${prefix}1${data.map((word) => alphabet[word]).join('')}`
}

/** Bytes as groups of five bits, the last filled up with zeros. */
function regroup(bytes: Uint8Array): number[] {
  const words: number[] = []
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) words.push((held >> (bits - 5)) & 31)
    held &= (1 << bits) - 1
  }
  if (bits > 0) words.push((held << (5 - bits)) & 31)
  return words
}

function checksum(prefix: string, words: readonly number[]): number[] {
  const letters = [...prefix].map((letter) => letter.charCodeAt(0))
  const head = [...letters.map((code) => code >> 5), 0, ...letters.map((code) => code & 31)]
  let sum = 1
  for (const word of [...head, ...words, 0, 0, 0, 0, 0, 0]) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    for (const [i, generator] of generators.entries()) if ((top >> i) & 1) sum ^= generator
  }
  return Array.from({ length: 6 }, (_, i) => ((sum ^ 1) >> (5 * (5 - i))) & 31)
}
