import { judgeViews } from './judgeViews.ts'

// Screens where the direction matters most, in one theme, and by the rules that words can break: colors and structure
// are judged in English.
judgeViews(['arabic'])
