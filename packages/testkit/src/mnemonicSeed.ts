const lengths: readonly number[] = [12, 15, 18, 21, 24]

/**
 * The BIP-39 seed of a mnemonic without a passphrase. The browser stretches the words in a millisecond, where code in the page takes a
 * quarter of a second of the processor; it does so for secure pages only.
 */
export async function mnemonicSeed(mnemonic: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!lengths.includes(mnemonic.split(' ').length)) throw new Error('Invalid mnemonic')
  const encode = (text: string) => new TextEncoder().encode(text.normalize('NFKD'))
  const key = await crypto.subtle.importKey('raw', encode(mnemonic), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-512', salt: encode('mnemonic'), iterations: 2048 }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 512))
}
