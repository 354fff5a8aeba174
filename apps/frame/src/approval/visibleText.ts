/** Characters that reverse, hide or overlay text, and so make one text look like another. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu
/** Joins and colors an emoji. */
const emojiParts =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?)((?:\ufe0f|\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?)+)/gu
/** More combining marks on one letter than any language uses. */
const heaped = /(?<=\p{M}{4})\p{M}/gu

/** Writes out invisible and reversing characters as their numbers, and marks line breaks with \\n. */
export function visibleText(text: string): string {
  let at = 0
  let shown = ''
  for (const match of text.matchAll(emojiParts)) {
    shown += written(text.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return shown + written(text.slice(at))
}

/** The same for multi-line text, which keeps line breaks and tabs. */
export const visibleLines = (text: string): string =>
  text
    .split(/(\r\n|\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part : visibleText(part)))
    .join('')

/** A domain with every non-ASCII character written as its number, so that no letter passes for another. */
export const visibleDomain = (domain: string): string => domain.replace(/[^\x21-\x7e]/gu, numberOf)

const written = (text: string): string =>
  text.replace(hidden, (character) => (character === '\n' ? '\\n\n' : numberOf(character))).replace(heaped, numberOf)

const numberOf = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`
