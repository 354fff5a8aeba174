// Characters that reorder or hide others: a message must not read differently from what is signed.
// Line breaks, tabs and the joiner inside an emoji are what they seem.
const deceptive = /(?![\n\r\t])(?!(?<=\p{Extended_Pictographic}\uFE0F?)\u200D)[\p{Cc}\p{Cf}]/gu

/** Decodes bytes as text, with deceptive characters escaped; undefined if they are not text. */
export function readableText(bytes: Uint8Array): string | undefined {
  try {
    return showDeceptive(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Text with its invisible and reordering characters written as ‹U+202E›. */
export const showDeceptive = (text: string): string =>
  text.replace(deceptive, (character) => `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`)

/** Bytes as hexadecimal. */
export const hexText = (bytes: Uint8Array): string =>
  `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
