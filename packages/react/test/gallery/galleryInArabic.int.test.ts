import { judgeViews } from './judgeViews.ts'

// Where the direction matters most, in one theme, and by the rules that words can break: colours and structure are judged in English.
judgeViews(['arabic'])
