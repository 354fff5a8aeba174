/** How ENS counts a chain (ENSIP-11): Ethereum is 60, other EVM chains have the highest bit set; undefined for other families. */
export function coinTypeOf(chainId: string): bigint | undefined {
  const [namespace, reference = ''] = chainId.split(':')
  if (namespace !== 'eip155' || !/^[1-9]\d{0,9}$/.test(reference)) return undefined
  const id = BigInt(reference)
  if (id >= 0x8000_0000n) return undefined
  return id === 1n ? 60n : 0x8000_0000n | id
}
