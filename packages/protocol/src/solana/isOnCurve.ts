/** The field of Ed25519, 2^255 - 19, and the curve's own number in it. */
const prime = 2n ** 255n - 19n
const curve = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/**
 * Whether 32 bytes are a point of Ed25519, so that they can be a public key: there is an x with x² = (y² - 1) / (d·y² +
 * 1). An address off the curve belongs to a program, and no key signs for it.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  // The highest bit is the sign of x, and any will do.
  for (let i = 31; i >= 0; i--) y = (y << 8n) | BigInt(i === 31 ? bytes[i]! & 0x7f : bytes[i]!)
  const square = (y * y) % prime
  const above = (square + prime - 1n) % prime
  const below = (curve * square + 1n) % prime
  // A quotient is a square if the product is one, by Euler's criterion.
  return above === 0n || power((above * below) % prime, (prime - 1n) / 2n) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [at, bits] = [base, exponent]; bits > 0n; bits >>= 1n) {
    if (bits & 1n) result = (result * at) % prime
    at = (at * at) % prime
  }
  return result
}
