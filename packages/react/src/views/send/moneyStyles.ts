import swap from '../swap/swap.css?inline'
import money from './money.css?inline'
import send from './send.css?inline'

/** The rules of Send and Swap, which come with their screens. */
export const moneyStyles: readonly string[] = [money, send, swap]
