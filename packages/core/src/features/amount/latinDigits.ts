/** Converts digits of other scripts to Latin ones. */
export const latinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // Each script's ten digits are consecutive, and no digit precedes their zero.
    for (let zero = code; zero > code - 10; zero--)
      if (!/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) return String(code - zero)
    // Except the mathematical digits: five consecutive rows.
    return String((code - 0x1d7ce) % 10)
  })
