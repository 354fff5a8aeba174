/** The effect of each test card; every other card is refused unread. */
export const testCards: Readonly<Record<string, 'accepted' | 'refused' | 'slow'>> = {
  '4242424242424242': 'accepted',
  '4000000000000002': 'refused',
  '4000000000000077': 'slow',
}

export type CardForm = { number: string; expiry: string; cvc: string; name: string }
export type CardFaults = Partial<Record<keyof CardForm, string>>

/** Errors of a filled-in form, by field; empty if it is valid. */
export function cardFaults(form: CardForm, now: Date): CardFaults {
  const number = digitsOf(form.number)
  const faults: CardFaults = {}
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) faults.number = 'This card number is not valid.'
  else if (!Object.hasOwn(testCards, number))
    faults.number = 'Use one of the test cards below: real cards are not taken here.'
  const [, month = '', year = ''] = /^\s*(\d{2})\s*\/\s*(\d{2})\s*$/.exec(form.expiry) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12) faults.expiry = 'Enter the date as MM/YY.'
  // A card is valid until its month is over.
  else if (new Date(Date.UTC(2000 + Number(year), Number(month), 1)) <= now) faults.expiry = 'This card has expired.'
  if (!/^\d{3}$/.test(form.cvc.trim())) faults.cvc = 'Enter the three digits on the back.'
  if (form.name.trim() === '') faults.name = 'Enter the name on the card.'
  return faults
}

export const digitsOf = (number: string): string => number.replace(/[\s-]/g, '')

/** The check digit that every card number ends in. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
