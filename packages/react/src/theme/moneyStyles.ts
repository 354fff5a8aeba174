import money from '../views/money.css?inline'
import send from '../views/send.css?inline'
import swap from '../views/swap.css?inline'

/** The rules of Send and Swap, which come with their screens. */
export const moneyStyles: readonly string[] = [money, send, swap]
