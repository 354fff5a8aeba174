/** Capitals of other scripts that look like Latin ones. */
const twins = new Map(
  'АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX'
    .match(/../gu)!
    .map((pair) => [...pair] as [string, string]),
)

/** A symbol or name as the eye takes it: capitals, without marks, spaces and signs, in Latin letters. */
export function lookalikeShape(text: string): string {
  const capitals = text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}$₮€£]/gu, '')
  return [...capitals]
    .map((letter) => twins.get(letter) ?? letter)
    .join('')
    .replaceAll('₮', 'T')
    .replaceAll('$', 'S')
    .replaceAll('0', 'O')
    .replace(/[1L|]/g, 'I')
}
