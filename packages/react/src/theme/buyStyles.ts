import buy from '../views/buy.css?inline'
import { furtherStyles } from './furtherStyles.ts'
import { moneyStyles } from './moneyStyles.ts'

/** The rules of buying, which come with its screens: slides, amounts, and its own. */
export const buyStyles: readonly string[] = [...furtherStyles, ...moneyStyles, buy]
