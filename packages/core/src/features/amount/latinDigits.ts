/** The digits of other scripts as those that amounts are kept in. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Each script's ten digits stand in a row, and nothing that is a digit stands before their zero.
    for (let zero = code; zero > code - 10; zero--)
      if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero)
    // But for the mathematical ones, of which five rows follow each other.
    return String((code - 0x1d7ce) % 10)
  })
