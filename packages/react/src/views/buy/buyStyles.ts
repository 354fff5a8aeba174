import { furtherStyles } from '../connect/furtherStyles.ts'
import { moneyStyles } from '../send/moneyStyles.ts'
import buy from './buy.css?inline'

/** The rules of buying, which come with its screens: slides, amounts, and its own. */
export const buyStyles: readonly string[] = [...furtherStyles, ...moneyStyles, buy]
